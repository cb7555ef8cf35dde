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
  void (*handler)(PtxOperands &, const PtxNow &);
  int detail;
};
constexpr Row expansions[] = {
#define PTX(name, least, most, modifiers, handler, detail)                                                             \
  {name, least, most, modifiers, ptx::handler, static_cast<int>(detail)},
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

PtxOperands::PtxOperands(llvm::CallInst &assembly, const PtxText &text) : call(assembly), b(&assembly), text_(text) {}

llvm::Type *PtxOperands::llvm_type(PtxType t) {
  if (t.kind == 'f')
    return t.bits == 32 ? b.getFloatTy() : b.getDoubleTy();
  return b.getIntNTy(t.bits);
}

// Outputs hold anything, those that are inputs, too, what was passed.
bool PtxOperands::bind() {
  llvm::Type *result = call.getType();
  unsigned argument = 0;
  for (const auto &c : llvm::cast<llvm::InlineAsm>(call.getCalledOperand())->ParseConstraints()) {
    if (c.isIndirect || c.Type == llvm::InlineAsm::isLabel)
      return false;
    if (c.Type == llvm::InlineAsm::isOutput) {
      const unsigned n = static_cast<unsigned>(output_types_.size());
      output_types_.push_back(result->isStructTy() ? result->getStructElementType(n) : result);
      values.outputs.push_back(unknown(output_types_.back()));
    } else if (c.Type == llvm::InlineAsm::isInput) {
      inputs_.push_back(call.getArgOperand(argument++));
      unsigned output = 0;
      if (!c.Codes.empty() && !llvm::StringRef(c.Codes[0]).getAsInteger(10, output)) {
        if (output >= values.outputs.size() || inputs_.back()->getType() != output_types_[output])
          return false;
        values.outputs[output] = inputs_.back();
      }
    }
  }
  for (const std::string &name : text_.registers) {
    std::optional<PtxType> type = ptx_type(name);
    if (!type)
      return false;
    values.registers.push_back(unknown(llvm_type(*type)));
  }
  return true;
}

// --- values ---------------------------------------------------------------------------------------------------------

llvm::Value *PtxOperands::unknown(llvm::Type *type) {
  return b.Insert(new llvm::FreezeInst(llvm::UndefValue::get(type)));
}

llvm::Value *PtxOperands::bits(llvm::Value *v, llvm::Type *to) {
  if (v->getType() == to)
    return v;
  if (v->getType()->isPointerTy() && to->isIntegerTy(call.getDataLayout().getPointerTypeSizeInBits(v->getType())))
    return b.CreatePtrToInt(v, to);
  if (to->isPointerTy() && v->getType()->isIntegerTy(call.getDataLayout().getPointerTypeSizeInBits(to)))
    return b.CreateIntToPtr(v, to);
  if (v->getType()->isPointerTy() || to->isPointerTy() || v->getType()->isAggregateType() ||
      v->getType()->getPrimitiveSizeInBits() != to->getPrimitiveSizeInBits())
    return nullptr;
  return b.CreateBitCast(v, to);
}

llvm::Value *PtxOperands::raw(const PtxOperand &o) {
  switch (o.kind) {
  case PtxOperand::Kind::Argument:
    if (o.number < values.outputs.size())
      return values.outputs[o.number];
    return o.number - values.outputs.size() < inputs_.size() ? inputs_[o.number - values.outputs.size()] : nullptr;
  case PtxOperand::Kind::Register: return values.registers[o.number];
  case PtxOperand::Kind::Special: return ptx_special(*this, o.name);
  case PtxOperand::Kind::Name: return o.name == "WARP_SZ" ? ptx_special(*this, o.name) : nullptr;
  case PtxOperand::Kind::Number:
  case PtxOperand::Kind::Float:
  case PtxOperand::Kind::Address:
  case PtxOperand::Kind::Pack:
  case PtxOperand::Kind::Nothing: break;
  }
  return nullptr;
}

llvm::Value *PtxOperands::read(const PtxOperand &o, PtxType t) {
  llvm::Type *type = llvm_type(t);
  llvm::Value *v = nullptr;
  if (o.kind == PtxOperand::Kind::Number)
    v = t.kind == 'f' || t.kind == 'h' ? nullptr : llvm::ConstantInt::get(type, o.number);
  else if (o.kind == PtxOperand::Kind::Float)
    v = t.kind == 'f' ? b.CreateBitCast(b.getIntN(t.bits, o.number), type) : nullptr;
  else if (llvm::Value *found = raw(o))
    v = bits(found, type);
  if (!v) {
    fail();
    return llvm::Constant::getNullValue(type);
  }
  return o.negated ? b.CreateNot(v) : v;
}

llvm::Value *PtxOperands::read_part(const PtxOperand &o, PtxType t) {
  llvm::Value *v = raw(o);
  if (v && v->getType()->isIntegerTy() && v->getType()->getIntegerBitWidth() > t.bits && t.kind != 'f')
    return b.CreateTrunc(v, b.getIntNTy(t.bits));
  return read(o, t);
}

llvm::Value **PtxOperands::place(const PtxOperand &o, llvm::Type *&type) {
  if (o.kind == PtxOperand::Kind::Argument && o.number < values.outputs.size()) {
    type = output_types_[o.number];
    return &values.outputs[o.number];
  }
  if (o.kind != PtxOperand::Kind::Register)
    return nullptr;
  type = values.registers[o.number]->getType();
  return &values.registers[o.number];
}

void PtxOperands::write(const PtxOperand &o, llvm::Value *v) {
  if (o.kind == PtxOperand::Kind::Nothing)
    return;
  llvm::Type *type = nullptr;
  llvm::Value **to = place(o, type);
  llvm::Value *value = to ? bits(v, type) : nullptr;
  if (!value)
    return fail();
  *to = value;
}

void PtxOperands::write_wider(const PtxOperand &o, llvm::Value *v, bool is_signed) {
  llvm::Type *type = nullptr;
  if (place(o, type) && type->isIntegerTy() && v->getType()->isIntegerTy() &&
      type->getIntegerBitWidth() > v->getType()->getIntegerBitWidth())
    v = is_signed ? b.CreateSExt(v, type) : b.CreateZExt(v, type);
  write(o, v);
}

// --- calls -----------------------------------------------------------------------------------------------------------

namespace {
llvm::CallInst *call_of(llvm::IRBuilder<> &b, const std::string &name, llvm::Type *result,
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

llvm::Value *PtxOperands::call_function(const std::string &name, llvm::Type *result,
                                        const std::vector<llvm::Value *> &arguments) {
  return call_of(b, "ptx." + name, result, arguments, true);
}

llvm::Value *PtxOperands::call_ours(const std::string &name, llvm::Type *result,
                                    const std::vector<llvm::Value *> &arguments) {
  return call_of(b, name, result, arguments, false);
}

// --- instructions ---------------------------------------------------------------------------------------------------

namespace {
void dispatch(PtxOperands &x, const PtxInstruction &i) {
  const Row *row =
      std::find_if(std::begin(expansions), std::end(expansions), [&](const Row &r) { return r.name == i.name; });
  if (row == std::end(expansions) || i.operands.size() < row->least || i.operands.size() > row->most)
    return x.fail();
  PtxNow now{i, {}, {}, row->detail};
  for (const std::string &m : i.modifiers) {
    if (std::optional<PtxType> t = ptx_type(m))
      now.types.push_back(*t);
    else if (lists(row->modifiers, m))
      now.flags.push_back(m);
    else if (!support::left_out("ptx.modifiers"))
      return x.fail();
  }
  row->handler(x, now);
}

// if (guard) instruction; what it has changed is chosen behind it.
void guarded(PtxOperands &x, const PtxInstruction &i) {
  llvm::Value *condition = x.read(*i.guard, {'p', 1});
  if (x.failed())
    return;
  const PtxOperands::Values old_values = x.values;
  llvm::BasicBlock *before = x.call.getParent();
  llvm::Instruction *inside = llvm::SplitBlockAndInsertIfThen(condition, x.call.getIterator(), false);
  inside->setDebugLoc(x.call.getDebugLoc());
  before->getTerminator()->setDebugLoc(x.call.getDebugLoc());
  x.b.SetInsertPoint(inside);
  x.b.SetCurrentDebugLocation(x.call.getDebugLoc());
  dispatch(x, i);
  llvm::BasicBlock *from = x.b.GetInsertBlock();
  x.b.SetInsertPoint(&x.call);
  auto join = [&](std::vector<llvm::Value *> &now, const std::vector<llvm::Value *> &old) {
    for (std::size_t k = 0; k < now.size(); ++k)
      if (now[k] != old[k]) {
        llvm::PHINode *phi = llvm::PHINode::Create(now[k]->getType(), 2, "", x.call.getParent()->begin());
        phi->setDebugLoc(x.call.getDebugLoc());
        phi->addIncoming(now[k], from);
        phi->addIncoming(old[k], before);
        now[k] = phi;
      }
  };
  join(x.values.outputs, old_values.outputs);
  join(x.values.registers, old_values.registers);
}
} // namespace

std::string expand_ptx(llvm::CallInst &call) {
  const PtxText text = parse_ptx(llvm::cast<llvm::InlineAsm>(call.getCalledOperand())->getAsmString());
  if (!text.refused.empty())
    return text.refused;
  PtxOperands x(call, text);
  if (!x.bind())
    return "operands of this kind";
  for (const PtxInstruction &i : text.instructions) {
    i.guard ? guarded(x, i) : dispatch(x, i);
    if (x.failed())
      return i.text;
  }
  if (!x.values.outputs.empty()) {
    llvm::Value *result = x.values.outputs[0];
    if (call.getType()->isStructTy()) {
      result = llvm::PoisonValue::get(call.getType());
      for (unsigned k = 0; k < x.values.outputs.size(); ++k)
        result = x.b.CreateInsertValue(result, x.values.outputs[k], k);
    }
    call.replaceAllUsesWith(result);
  }
  call.eraseFromParent();
  return "";
}

} // namespace lockstep::frontend
