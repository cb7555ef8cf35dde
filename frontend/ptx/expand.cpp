// Operands and registers of inline PTX, guards, and the look-up of instructions. See expand.h.
#include "frontend/ptx/expand.h"

#include "frontend/builtins/declared.h"

#include "support/sound.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <algorithm>

namespace lockstep::frontend {

namespace {
struct Row {
  std::string_view name;
  std::size_t least, most;
  std::string_view modifiers;
  void (PtxExpander::*handler)(const PtxNow &);
  int detail;
};
constexpr Row expansions[] = {
#define PTX(name, least, most, modifiers, handler, detail)                                                             \
  {name, least, most, modifiers, &PtxExpander::handler, static_cast<int>(detail)},
#include "frontend/ptx/instructions.def"
};

bool lists(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (words.substr(0, end) == word)
      return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}
} // namespace

std::optional<PtxType> ptx_type(std::string_view text) {
  struct Named {
    std::string_view name;
    PtxType type;
  };
  static constexpr Named named[] = {
      {"u8", {'u', 8}},   {"u16", {'u', 16}},  {"u32", {'u', 32}},   {"u64", {'u', 64}},    {"s8", {'s', 8}},
      {"s16", {'s', 16}}, {"s32", {'s', 32}},  {"s64", {'s', 64}},   {"b8", {'b', 8}},      {"b16", {'b', 16}},
      {"b32", {'b', 32}}, {"b64", {'b', 64}},  {"f32", {'f', 32}},   {"f64", {'f', 64}},    {"pred", {'p', 1}},
      {"f16", {'h', 16}}, {"bf16", {'h', 16}}, {"f16x2", {'h', 32}}, {"bf16x2", {'h', 32}}, {"tf32", {'h', 32}}};
  for (const Named &n : named)
    if (n.name == text)
      return n.type;
  return std::nullopt;
}

bool PtxNow::has(std::string_view flag) const { return std::find(flags.begin(), flags.end(), flag) != flags.end(); }

PtxExpander::PtxExpander(llvm::CallInst &call)
    : call_(call), b_(&call), text_(parse_ptx(llvm::cast<llvm::InlineAsm>(call.getCalledOperand())->getAsmString())) {}

llvm::Type *PtxExpander::llvm_type(PtxType t) {
  if (t.kind == 'f')
    return t.bits == 32 ? b_.getFloatTy() : b_.getDoubleTy();
  return b_.getIntNTy(t.bits);
}

// Outputs hold anything, those that are inputs, too, what was passed.
bool PtxExpander::bind_operands() {
  llvm::Type *result = call_.getType();
  unsigned argument = 0;
  for (const auto &c : llvm::cast<llvm::InlineAsm>(call_.getCalledOperand())->ParseConstraints()) {
    if (c.isIndirect || c.Type == llvm::InlineAsm::isLabel)
      return false;
    if (c.Type == llvm::InlineAsm::isOutput) {
      const unsigned n = static_cast<unsigned>(output_types_.size());
      output_types_.push_back(result->isStructTy() ? result->getStructElementType(n) : result);
      outputs_.push_back(unknown(output_types_.back()));
    } else if (c.Type == llvm::InlineAsm::isInput) {
      inputs_.push_back(call_.getArgOperand(argument++));
      unsigned output = 0;
      if (!c.Codes.empty() && !llvm::StringRef(c.Codes[0]).getAsInteger(10, output)) {
        if (output >= outputs_.size() || inputs_.back()->getType() != output_types_[output])
          return false;
        outputs_[output] = inputs_.back();
      }
    }
  }
  for (const std::string &name : text_.registers) {
    std::optional<PtxType> type = ptx_type(name);
    if (!type)
      return false;
    registers_.push_back(unknown(llvm_type(*type)));
  }
  return true;
}

std::string PtxExpander::run() {
  if (!text_.refused.empty())
    return text_.refused;
  if (!bind_operands())
    return "operands of this kind";
  for (const PtxInstruction &i : text_.instructions) {
    step(i);
    if (failed_)
      return i.text;
  }
  if (!outputs_.empty()) {
    llvm::Value *result = outputs_[0];
    if (call_.getType()->isStructTy()) {
      result = llvm::PoisonValue::get(call_.getType());
      for (unsigned k = 0; k < outputs_.size(); ++k)
        result = b_.CreateInsertValue(result, outputs_[k], k);
    }
    call_.replaceAllUsesWith(result);
  }
  call_.eraseFromParent();
  return "";
}

void PtxExpander::step(const PtxInstruction &i) {
  if (i.guard)
    guarded(i);
  else
    dispatch(i);
}

// if (guard) instruction; what it has changed is chosen behind it.
void PtxExpander::guarded(const PtxInstruction &i) {
  llvm::Value *condition = read(*i.guard, {'p', 1});
  if (failed_)
    return;
  const std::vector<llvm::Value *> outputs = outputs_, registers = registers_;
  llvm::BasicBlock *before = call_.getParent();
  llvm::Instruction *inside = llvm::SplitBlockAndInsertIfThen(condition, call_.getIterator(), false);
  inside->setDebugLoc(call_.getDebugLoc());
  before->getTerminator()->setDebugLoc(call_.getDebugLoc());
  b_.SetInsertPoint(inside);
  b_.SetCurrentDebugLocation(call_.getDebugLoc());
  dispatch(i);
  llvm::BasicBlock *from = b_.GetInsertBlock();
  b_.SetInsertPoint(&call_);
  auto join = [&](std::vector<llvm::Value *> &now, const std::vector<llvm::Value *> &old) {
    for (std::size_t k = 0; k < now.size(); ++k)
      if (now[k] != old[k]) {
        llvm::PHINode *phi = llvm::PHINode::Create(now[k]->getType(), 2, "", call_.getParent()->begin());
        phi->setDebugLoc(call_.getDebugLoc());
        phi->addIncoming(now[k], from);
        phi->addIncoming(old[k], before);
        now[k] = phi;
      }
  };
  join(outputs_, outputs);
  join(registers_, registers);
}

void PtxExpander::dispatch(const PtxInstruction &i) {
  const Row *row =
      std::find_if(std::begin(expansions), std::end(expansions), [&](const Row &r) { return r.name == i.name; });
  if (row == std::end(expansions) || i.operands.size() < row->least || i.operands.size() > row->most)
    return fail();
  PtxNow now{i, {}, {}, row->detail};
  for (const std::string &m : i.modifiers) {
    if (std::optional<PtxType> t = ptx_type(m))
      now.types.push_back(*t);
    else if (lists(row->modifiers, m))
      now.flags.push_back(m);
    else if (!support::left_out("ptx.modifiers"))
      return fail();
  }
  (this->*row->handler)(now);
}

// --- values ---------------------------------------------------------------------------------------------------------

llvm::Value *PtxExpander::unknown(llvm::Type *type) {
  return b_.Insert(new llvm::FreezeInst(llvm::UndefValue::get(type)));
}

llvm::Value *PtxExpander::bits(llvm::Value *v, llvm::Type *to) {
  if (v->getType() == to)
    return v;
  if (v->getType()->isPointerTy() && to->isIntegerTy(call_.getDataLayout().getPointerTypeSizeInBits(v->getType())))
    return b_.CreatePtrToInt(v, to);
  if (to->isPointerTy() && v->getType()->isIntegerTy(call_.getDataLayout().getPointerTypeSizeInBits(to)))
    return b_.CreateIntToPtr(v, to);
  if (v->getType()->isPointerTy() || to->isPointerTy() || v->getType()->isAggregateType() ||
      v->getType()->getPrimitiveSizeInBits() != to->getPrimitiveSizeInBits())
    return nullptr;
  return b_.CreateBitCast(v, to);
}

llvm::Value *PtxExpander::raw(const PtxOperand &o) {
  switch (o.kind) {
  case PtxOperand::Kind::Argument:
    if (o.number < outputs_.size())
      return outputs_[o.number];
    return o.number - outputs_.size() < inputs_.size() ? inputs_[o.number - outputs_.size()] : nullptr;
  case PtxOperand::Kind::Register: return registers_[o.number];
  case PtxOperand::Kind::Special: return special(o.name);
  case PtxOperand::Kind::Name: return o.name == "WARP_SZ" ? special(o.name) : nullptr;
  default: return nullptr;
  }
}

llvm::Value *PtxExpander::read(const PtxOperand &o, PtxType t) {
  llvm::Type *type = llvm_type(t);
  llvm::Value *v = nullptr;
  if (o.kind == PtxOperand::Kind::Number)
    v = t.kind == 'f' || t.kind == 'h' ? nullptr : llvm::ConstantInt::get(type, o.number);
  else if (o.kind == PtxOperand::Kind::Float)
    v = t.kind == 'f' ? b_.CreateBitCast(b_.getIntN(t.bits, o.number), type) : nullptr;
  else if (llvm::Value *found = raw(o))
    v = bits(found, type);
  if (!v) {
    fail();
    return llvm::Constant::getNullValue(type);
  }
  return o.negated ? b_.CreateNot(v) : v;
}

llvm::Value *PtxExpander::read_part(const PtxOperand &o, PtxType t) {
  llvm::Value *v = raw(o);
  if (v && v->getType()->isIntegerTy() && v->getType()->getIntegerBitWidth() > t.bits && t.kind != 'f')
    return b_.CreateTrunc(v, b_.getIntNTy(t.bits));
  return read(o, t);
}

llvm::Value **PtxExpander::place(const PtxOperand &o, llvm::Type *&type) {
  if (o.kind == PtxOperand::Kind::Argument && o.number < outputs_.size()) {
    type = output_types_[o.number];
    return &outputs_[o.number];
  }
  if (o.kind != PtxOperand::Kind::Register)
    return nullptr;
  type = registers_[o.number]->getType();
  return &registers_[o.number];
}

void PtxExpander::write(const PtxOperand &o, llvm::Value *v) {
  if (o.kind == PtxOperand::Kind::Nothing)
    return;
  llvm::Type *type = nullptr;
  llvm::Value **to = place(o, type);
  llvm::Value *value = to ? bits(v, type) : nullptr;
  if (!value)
    return fail();
  *to = value;
}

void PtxExpander::write_wider(const PtxOperand &o, llvm::Value *v, bool is_signed) {
  llvm::Type *type = nullptr;
  if (place(o, type) && type->isIntegerTy() && v->getType()->isIntegerTy() &&
      type->getIntegerBitWidth() > v->getType()->getIntegerBitWidth())
    v = is_signed ? b_.CreateSExt(v, type) : b_.CreateZExt(v, type);
  write(o, v);
}

// --- calls -----------------------------------------------------------------------------------------------------------

namespace {
llvm::CallInst *call(llvm::IRBuilder<> &b, const std::string &name, llvm::Type *result,
                     const std::vector<llvm::Value *> &arguments, bool pure) {
  std::vector<llvm::Type *> types;
  for (llvm::Value *v : arguments)
    types.push_back(v->getType());
  auto callee = b.GetInsertBlock()->getModule()->getOrInsertFunction(
      name, llvm::FunctionType::get(result, types, /*isVarArg=*/false));
  auto *f = llvm::cast<llvm::Function>(callee.getCallee());
  if (pure) {
    f->setDoesNotAccessMemory();
    f->setDoesNotThrow();
    f->addFnAttr(llvm::Attribute::WillReturn);
    set_declared(*f, Declared::AsFunction);
  } else if (!f->isIntrinsic()) {
    set_declared(*f, Declared::Lockstep);
  }
  return b.CreateCall(callee, arguments);
}
} // namespace

// Of which only that equal arguments give equal results is known.
llvm::Value *PtxExpander::call_function(const std::string &name, llvm::Type *result,
                                        const std::vector<llvm::Value *> &arguments) {
  return call(b_, "ptx." + name, result, arguments, true);
}

llvm::Value *PtxExpander::call_ours(const std::string &name, llvm::Type *result,
                                    const std::vector<llvm::Value *> &arguments) {
  return call(b_, name, result, arguments, false);
}

} // namespace lockstep::frontend
