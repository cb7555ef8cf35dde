// Hides what LLVM takes for granted: see hidden.h.
#include "frontend/passes/hidden.h"

#include "support/invariant.h"
#include "support/sound.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Support/raw_ostream.h"

namespace lockstep::frontend {
namespace {

using llvm::Instruction;
namespace pm = llvm::PatternMatch;

constexpr const char *marks_metadata = "lockstep.marks";
constexpr llvm::StringLiteral prefix = "lockstep.hidden.";

// --- marks ------------------------------------------------------------------------------------------------------

struct Mark {
  llvm::StringRef name;
  bool (*has)(const Instruction &);
  void (*set)(Instruction &, bool);
  bool of_overflow = true;
};

bool wraps(const Instruction &i) { return llvm::isa<llvm::OverflowingBinaryOperator>(i); }

constexpr Mark marks[] = {
    {"nsw", [](const Instruction &i) { return wraps(i) && i.hasNoSignedWrap(); },
     [](Instruction &i, bool on) { i.setHasNoSignedWrap(on); }},
    {"nuw", [](const Instruction &i) { return wraps(i) && i.hasNoUnsignedWrap(); },
     [](Instruction &i, bool on) { i.setHasNoUnsignedWrap(on); }},
    {"exact", [](const Instruction &i) { return llvm::isa<llvm::PossiblyExactOperator>(i) && i.isExact(); },
     [](Instruction &i, bool on) { i.setIsExact(on); }, false},
    {"disjoint",
     [](const Instruction &i) {
       auto *o = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&i);
       return o && o->isDisjoint();
     },
     [](Instruction &i, bool on) { llvm::cast<llvm::PossiblyDisjointInst>(i).setIsDisjoint(on); }, false},
    {"nneg", [](const Instruction &i) { return llvm::isa<llvm::PossiblyNonNegInst>(i) && i.hasNonNeg(); },
     [](Instruction &i, bool on) { i.setNonNeg(on); }, false},
    {"trunc nsw",
     [](const Instruction &i) {
       return llvm::isa<llvm::TruncInst>(i) && llvm::cast<llvm::TruncInst>(i).hasNoSignedWrap();
     },
     [](Instruction &i, bool on) { llvm::cast<llvm::TruncInst>(i).setHasNoSignedWrap(on); }},
    {"trunc nuw",
     [](const Instruction &i) {
       return llvm::isa<llvm::TruncInst>(i) && llvm::cast<llvm::TruncInst>(i).hasNoUnsignedWrap();
     },
     [](Instruction &i, bool on) { llvm::cast<llvm::TruncInst>(i).setHasNoUnsignedWrap(on); }},
};

void hide_marks(Instruction &i) {
  llvm::SmallVector<llvm::Metadata *, 2> said;
  for (const Mark &m : marks)
    if (support::unsound("hidden.marks", m.has(i))) {
      said.push_back(llvm::MDString::get(i.getContext(), m.name));
      m.set(i, false);
    }
  if (!said.empty())
    i.setMetadata(marks_metadata, llvm::MDNode::get(i.getContext(), said));
}

void show_marks(Instruction &i) {
  const llvm::MDNode *said = i.getMetadata(marks_metadata);
  if (!said)
    return;
  for (const llvm::MDOperand &one : said->operands())
    for (const Mark &m : marks)
      if (llvm::cast<llvm::MDString>(one)->getString() == m.name)
        m.set(i, true);
  i.setMetadata(marks_metadata, nullptr);
}

// --- operations -------------------------------------------------------------------------------------------------

bool may_shift_too_far(const Instruction &i) {
  const llvm::KnownBits amount =
      llvm::computeKnownBits(i.getOperand(1), i.getDataLayout(), 0, nullptr, nullptr, nullptr, /*UseInstrInfo=*/false);
  return amount.getMaxValue().uge(i.getType()->getScalarSizeInBits());
}

bool may_divide_badly(const Instruction &i) {
  const llvm::APInt *divisor = nullptr;
  if (!pm::match(i.getOperand(1), pm::m_APInt(divisor)) || divisor->isZero())
    return true; // by zero
  const bool is_signed = i.getOpcode() == Instruction::SDiv || i.getOpcode() == Instruction::SRem;
  return is_signed && divisor->isAllOnes(); // the least number by -1
}

bool is_undefined_for_some(const llvm::IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::abs:
  case llvm::Intrinsic::ctlz:
  case llvm::Intrinsic::cttz: return !llvm::cast<llvm::Constant>(call.getArgOperand(1))->isNullValue();
  default: return false;
  }
}

// LLVM computes them of constants as the machine does that it runs on.
bool is_approximate(const llvm::IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::acos:
  case llvm::Intrinsic::asin:
  case llvm::Intrinsic::atan:
  case llvm::Intrinsic::cos:
  case llvm::Intrinsic::cosh:
  case llvm::Intrinsic::exp:
  case llvm::Intrinsic::exp10:
  case llvm::Intrinsic::exp2:
  case llvm::Intrinsic::log:
  case llvm::Intrinsic::log10:
  case llvm::Intrinsic::log2:
  case llvm::Intrinsic::pow:
  case llvm::Intrinsic::powi:
  case llvm::Intrinsic::sin:
  case llvm::Intrinsic::sinh:
  case llvm::Intrinsic::tan:
  case llvm::Intrinsic::tanh: return true;
  default: return false;
  }
}

bool is_hidden_kind(const Instruction &i) {
  if (i.isIntDivRem())
    return may_divide_badly(i);
  if (i.isShift())
    return may_shift_too_far(i);
  if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&i))
    return is_undefined_for_some(*call) || is_approximate(*call);
  return llvm::isa<llvm::ExtractElementInst>(i) && !llvm::isa<llvm::Constant>(i.getOperand(1));
}

// "lockstep.hidden.", the operation's number, the types of the function: one function for each.
std::string name_of(unsigned opcode, llvm::StringRef callee, llvm::FunctionType *type) {
  std::string out;
  llvm::raw_string_ostream text(out);
  text << prefix << opcode << '.' << callee << '.' << *type;
  return out;
}

llvm::Function &opaque(llvm::Module &module, const std::string &name, llvm::FunctionType *type) {
  auto *f = llvm::cast<llvm::Function>(module.getOrInsertFunction(name, type).getCallee());
  f->setDoesNotAccessMemory();
  f->setDoesNotThrow();
  f->addFnAttr(llvm::Attribute::WillReturn);
  return *f;
}

void replace(Instruction &old, Instruction &by) {
  by.copyMetadata(old);
  by.setDebugLoc(old.getDebugLoc());
  by.takeName(&old);
  old.replaceAllUsesWith(&by);
  old.eraseFromParent();
}

void hide(Instruction &i) {
  llvm::SmallVector<llvm::Value *, 3> arguments;
  llvm::SmallVector<llvm::Type *, 3> types;
  auto *call = llvm::dyn_cast<llvm::CallBase>(&i);
  for (llvm::Value *v : call ? llvm::SmallVector<llvm::Value *, 3>(call->args())
                             : llvm::SmallVector<llvm::Value *, 3>(i.operand_values())) {
    arguments.push_back(v);
    types.push_back(v->getType());
  }
  auto *type = llvm::FunctionType::get(i.getType(), types, false);
  const llvm::StringRef callee = call ? call->getCalledFunction()->getName() : "";
  llvm::Function &f = opaque(*i.getModule(), name_of(i.getOpcode(), callee, type), type);
  auto *made = llvm::CallInst::Create(&f, arguments, "", i.getIterator());
  if (llvm::isa<llvm::FPMathOperator>(i) && llvm::isa<llvm::FPMathOperator>(made))
    made->copyFastMathFlags(&i);
  replace(i, *made);
}

// "32." in front of the rest
unsigned opcode_of(llvm::StringRef &name) {
  unsigned opcode = 0;
  const bool bad = name.consumeInteger(10, opcode) || !name.consume_front(".");
  LOCKSTEP_INVARIANT(!bad, "a hidden operation has its number in its name");
  return opcode;
}

void show(llvm::CallInst &call) {
  llvm::StringRef name = call.getCalledFunction()->getName().drop_front(prefix.size());
  const unsigned opcode = opcode_of(name);
  Instruction *made = nullptr;
  if (opcode == Instruction::Call) {
    const llvm::StringRef callee = name.take_front(name.rfind('.', name.find(' ')));
    llvm::Function *f = call.getModule()->getFunction(callee);
    LOCKSTEP_INVARIANT(f, "what a hidden call calls stays in its module");
    llvm::SmallVector<llvm::Value *, 3> arguments(call.args());
    made = llvm::CallInst::Create(f, arguments, "", call.getIterator());
    if (llvm::isa<llvm::FPMathOperator>(call))
      made->copyFastMathFlags(&call);
  } else if (opcode == Instruction::ExtractElement) {
    made = llvm::ExtractElementInst::Create(call.getArgOperand(0), call.getArgOperand(1), "", call.getIterator());
  } else {
    made = llvm::BinaryOperator::Create(static_cast<Instruction::BinaryOps>(opcode), call.getArgOperand(0),
                                        call.getArgOperand(1), "", call.getIterator());
  }
  replace(call, *made);
}

} // namespace

void hide_undefined(llvm::Function &function) {
  for (Instruction &i : llvm::make_early_inc_range(llvm::instructions(function))) {
    hide_marks(i);
    if (support::unsound("hidden.operations", is_hidden_kind(i)))
      hide(i);
  }
}

void show_undefined(llvm::Function &function) {
  for (llvm::BasicBlock &b : function)
    for (Instruction &i : llvm::make_early_inc_range(b))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&i);
          call && call->getCalledFunction() && call->getCalledFunction()->getName().starts_with(prefix))
        show(*call);
  for (Instruction &i : llvm::instructions(function))
    show_marks(i);
}

void keep_names_free(llvm::Module &module) {
  for (llvm::Function &f : module)
    if (f.getName().starts_with(prefix))
      f.setName("input." + f.getName());
}

void drop_overflow_marks(llvm::Module &module) {
  for (llvm::Function &f : module)
    for (Instruction &i : llvm::instructions(f)) {
      for (const Mark &m : marks)
        if (support::unsound("hidden.wraps", m.of_overflow && m.has(i)))
          m.set(i, false);
      if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&i); call && call->getIntrinsicID() == llvm::Intrinsic::abs)
        call->setArgOperand(1, llvm::ConstantInt::getFalse(call->getContext()));
    }
}

void remove_hidden(llvm::Module &module) {
  for (llvm::Function &f : llvm::make_early_inc_range(module))
    if (f.isDeclaration() && f.use_empty() && f.getName().starts_with(prefix))
      f.eraseFromParent();
}

} // namespace lockstep::frontend
