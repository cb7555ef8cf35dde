// Moves, special registers, accesses to memory and barriers of inline PTX. See expand.h.
#include "frontend/llvm/incoherent_loads.h"
#include "frontend/ptx/expand.h"

#include "support/sound.h"
#include "llvm/IR/Module.h"

#include <algorithm>

namespace lockstep::frontend {

using llvm::Value;

namespace {
struct Special {
  std::string_view name;
  unsigned bits;
  std::string_view function;
};
constexpr Special specials[] = {
#define PTX_SPECIAL(name, bits, function) {name, bits, function},
#include "frontend/ptx/instructions.def"
    {"WARP_SZ", 32, "llvm.nvvm.read.ptx.sreg.warpsize"}};
} // namespace

Value *ptx_special(PtxOperands &x, const std::string &name) {
  const Special *row = std::find_if(std::begin(specials), std::end(specials), [&](auto &s) { return s.name == name; });
  if (row == std::end(specials))
    return nullptr;
  if (!row->function.empty())
    return x.call_ours(std::string(row->function), x.b.getIntNTy(row->bits));
  // lanemask_*
  Value *one = x.b.getInt32(1), *lane = x.call_ours("llvm.nvvm.read.ptx.sreg.laneid", x.b.getInt32Ty());
  Value *equal = x.b.CreateShl(one, lane), *lower = x.b.CreateSub(equal, one);
  const std::string_view which = std::string_view(name).substr(name.size() - 2);
  return which == "eq"   ? equal
         : which == "lt" ? lower
         : which == "ge" ? x.b.CreateNot(lower)
         : which == "le" ? x.b.CreateOr(lower, equal)
                         : x.b.CreateNot(x.b.CreateOr(lower, equal));
}

// Also between a word and its parts: the first part is the lowest.
void ptx::move(PtxOperands &x, const PtxNow &now) {
  if (now.types.size() != 1)
    return x.fail();
  const PtxType t = now.types[0];
  const PtxOperand &to = now.operand(0), &from = now.operand(1);
  auto part = [&](const PtxOperand &pack) { return PtxType{'b', static_cast<unsigned>(t.bits / pack.parts.size())}; };
  if (from.kind == PtxOperand::Kind::Pack) {
    Value *whole = x.number({'b', t.bits}, 0);
    for (std::size_t k = 0; k < from.parts.size(); ++k) {
      Value *v = x.b.CreateZExt(x.read(from.parts[k], part(from)), whole->getType());
      whole = x.b.CreateOr(whole, x.b.CreateShl(v, k * part(from).bits));
    }
    return x.write(to, whole);
  }
  if (to.kind == PtxOperand::Kind::Pack) {
    Value *whole = x.read(from, {'b', t.bits});
    for (std::size_t k = 0; k < to.parts.size(); ++k)
      x.write(to.parts[k], x.b.CreateTrunc(x.b.CreateLShr(whole, k * part(to).bits), x.b.getIntNTy(part(to).bits)));
    return;
  }
  if (Value *pointer = x.raw(from); pointer && pointer->getType()->isPointerTy() && t.is_integer() && t.bits == 64)
    if (llvm::Type *type = nullptr; x.place(to, type) && type == pointer->getType())
      return x.write(to, pointer); // and stays one
  x.write(to, x.read(from, t));
}

// --- memory ----------------------------------------------------------------------------------------------------------

namespace {
// An address in a register: passes/ptx.cpp finds out of which pointer it was made.
Value *pointer(PtxOperands &x, const PtxNow &now, const PtxOperand &address) {
  const PtxOperand *base = address.kind == PtxOperand::Kind::Address ? &address.parts[0] : nullptr;
  Value *at = base ? x.raw(*base) : nullptr;
  llvm::Type *generic = llvm::PointerType::get(x.call.getContext(), 0);
  const unsigned bits = x.call.getDataLayout().getPointerSizeInBits(0);
  const bool shared = now.has("shared") || now.has("shared::cta"); // a window of less than 2^32 bytes
  if (at && (at->getType()->isIntegerTy(bits) || (shared && at->getType()->isIntegerTy(32)))) {
    llvm::Value *cast = x.b.CreateIntToPtr(x.b.CreateZExt(at, x.b.getIntNTy(bits)), generic);
    if (auto *i = llvm::dyn_cast<llvm::Instruction>(cast))
      i->setMetadata("lockstep.address", llvm::MDNode::get(x.call.getContext(), {}));
    at = cast;
  }
  if (!at || !at->getType()->isPointerTy()) {
    x.fail();
    return llvm::ConstantPointerNull::get(llvm::cast<llvm::PointerType>(generic));
  }
  return address.number == 0 ? at : x.b.CreatePtrAdd(at, x.b.getIntN(bits, address.number));
}

Value *generic(PtxOperands &x, Value *pointer) {
  return x.b.CreateAddrSpaceCast(pointer, llvm::PointerType::get(x.call.getContext(), 0));
}

unsigned vector_size(const PtxNow &now) { return now.has("v4") ? 4 : now.has("v2") ? 2 : 1; }
bool ordered(const PtxNow &now) {
  return now.has("relaxed") || now.has("acquire") || now.has("release") || now.has("acq_rel") ||
         (now.has("volatile") && support::left_out("ptx.volatile"));
}
llvm::AtomicOrdering ordering(const PtxNow &now) {
  return now.has("acq_rel")   ? llvm::AtomicOrdering::AcquireRelease
         : now.has("acquire") ? llvm::AtomicOrdering::Acquire
         : now.has("release") ? llvm::AtomicOrdering::Release
                              : llvm::AtomicOrdering::Monotonic;
}

// nullptr: not one that is understood.
llvm::Type *accessed(PtxOperands &x, const PtxNow &now) {
  const unsigned size = vector_size(now);
  if (now.types.size() != 1 || now.types[0].kind == 'p' || now.types[0].kind == 'h' || (size > 1 && ordered(now)) ||
      (now.instruction.operands.size() == 3) != now.has("L2::cache_hint"))
    return nullptr;
  llvm::Type *scalar = x.llvm_type(now.types[0]);
  return size == 1 ? scalar : llvm::FixedVectorType::get(scalar, size);
}

std::optional<llvm::SyncScope::ID> scope(PtxOperands &x, const PtxNow &now) {
  if (now.has("cta"))
    return x.call.getContext().getOrInsertSyncScopeID("block");
  return llvm::SyncScope::System;
}
} // namespace

// Sound because a volatile access counts as a plain one.
void ptx::load(PtxOperands &x, const PtxNow &now) {
  llvm::Type *type = accessed(x, now);
  const PtxOperand &to = now.operand(0);
  const unsigned size = vector_size(now);
  if (!type || (size > 1) != (to.kind == PtxOperand::Kind::Pack) || (size > 1 && to.parts.size() != size))
    return x.fail();
  Value *at = pointer(x, now, now.operand(1));
  if (now.has("nc"))
    at = incoherent_address(x.b, at);
  const llvm::Align align(x.call.getDataLayout().getTypeStoreSize(type).getFixedValue());
  llvm::LoadInst *loaded = x.b.CreateAlignedLoad(type, at, align, now.has("volatile"));
  if (ordered(now))
    loaded->setAtomic(ordering(now), *scope(x, now));
  const bool is_signed = now.types[0].kind == 's';
  for (unsigned k = 0; size > 1 && k < size; ++k)
    x.write_wider(to.parts[k], x.b.CreateExtractElement(loaded, k), is_signed);
  if (size == 1)
    x.write_wider(to, loaded, is_signed);
}

void ptx::store(PtxOperands &x, const PtxNow &now) {
  llvm::Type *type = accessed(x, now);
  const PtxOperand &from = now.operand(1);
  const unsigned size = vector_size(now);
  if (!type || (size > 1) != (from.kind == PtxOperand::Kind::Pack) || (size > 1 && from.parts.size() != size))
    return x.fail();
  Value *value = size > 1 ? llvm::PoisonValue::get(type) : x.read_part(from, now.types[0]);
  for (unsigned k = 0; size > 1 && k < size; ++k)
    value = x.b.CreateInsertElement(value, x.read_part(from.parts[k], now.types[0]), k);
  Value *at = pointer(x, now, now.operand(0));
  const llvm::Align align(x.call.getDataLayout().getTypeStoreSize(type).getFixedValue());
  llvm::StoreInst *stored = x.b.CreateAlignedStore(value, at, align, now.has("volatile"));
  if (ordered(now))
    stored->setAtomic(ordering(now), *scope(x, now));
}

// atom d, [a], b {, c}; red [a], b
void ptx::atomic(PtxOperands &x, const PtxNow &now) {
  using Op = llvm::AtomicRMWInst::BinOp;
  struct Operation {
    std::string_view name;
    Op of_signed, of_unsigned, of_bits, of_floats;
  };
  static constexpr Op none = Op::BAD_BINOP;
  static constexpr Operation operations[] = {
      {"add", Op::Add, Op::Add, none, Op::FAdd}, {"and", none, none, Op::And, none},
      {"or", none, none, Op::Or, none},          {"xor", none, none, Op::Xor, none},
      {"exch", none, none, Op::Xchg, none},      {"inc", none, Op::UIncWrap, none, none},
      {"dec", none, Op::UDecWrap, none, none},   {"min", Op::Min, Op::UMin, none, none},
      {"max", Op::Max, Op::UMax, none, none}};
  const std::size_t first = static_cast<std::size_t>(now.detail);
  if (now.types.size() != 1 || now.types[0].kind == 'p' || now.types[0].kind == 'h')
    return x.fail();
  const PtxType t = now.types[0];
  Value *at = pointer(x, now, now.operand(first)), *value = x.read(now.operand(first + 1), t);
  const llvm::Align align(t.bits / 8);
  if (now.has("cas")) {
    if (now.instruction.operands.size() != 4 || t.kind != 'b')
      return x.fail();
    auto *exchange = x.b.CreateAtomicCmpXchg(at, value, x.read(now.operand(3), t), align, ordering(now),
                                             llvm::AtomicOrdering::Monotonic, *scope(x, now));
    return x.write(now.operand(0), x.b.CreateExtractValue(exchange, 0));
  }
  for (const Operation &o : operations) {
    const Op op = t.kind == 's' ? o.of_signed : t.kind == 'u' ? o.of_unsigned : t.kind == 'b' ? o.of_bits : o.of_floats;
    if (!now.has(o.name) || op == none)
      continue;
    if (now.instruction.operands.size() != first + 2)
      return x.fail();
    Value *old = x.b.CreateAtomicRMW(op, at, value, align, ordering(now), *scope(x, now));
    return now.detail != 0 ? x.write(now.operand(0), old) : void();
  }
  x.fail();
}

// cp.async.ca.shared.global [to], [from], bytes {, bytes that are read}; cp.async.commit_group; cp.async.wait_group n;
// cp.async.wait_all
void ptx::async_copy(PtxOperands &x, const PtxNow &now) {
  const std::size_t operands = now.instruction.operands.size();
  const bool commit = now.has("commit_group"), some = now.has("wait_group"), all = now.has("wait_all");
  if (!now.has("async") || !now.types.empty() || commit + some + all > 1 ||
      ((commit || some || all) && now.flags.size() != 2))
    return x.fail();
  Value *kind = x.b.getInt32(0);
  if (commit || all)
    x.call_ours("__lockstep_copy_commit", x.b.getVoidTy(), {kind});
  if (some && operands != 1)
    return x.fail();
  if (some || all)
    x.call_ours("__lockstep_copy_wait", x.b.getVoidTy(),
                {some ? x.read(now.operand(0), {'u', 32}) : x.b.getInt32(0), kind, x.b.getInt32(0)});
  if (commit || some || all)
    return operands == (some ? 1 : 0) ? void() : x.fail();
  const std::size_t sizes = operands - (now.has("L2::cache_hint") ? 1 : 0);
  if (sizes < 3 || sizes > 4 || now.has("ca") == now.has("cg") || !(now.has("shared") || now.has("shared::cta")) ||
      !now.has("global"))
    return x.fail();
  Value *to = pointer(x, now, now.operand(0)), *from = pointer(x, now, now.operand(1));
  llvm::Type *size = x.b.getInt64Ty();
  Value *bytes = x.b.CreateZExt(x.read(now.operand(2), {'u', 32}), size);
  Value *taken = sizes == 4 ? x.b.CreateZExt(x.read(now.operand(3), {'u', 32}), size) : bytes;
  x.call_ours("__lockstep_copy", x.b.getVoidTy(),
              {generic(x, to), generic(x, from), bytes, taken, x.b.getInt32(0), kind});
}

// --- barriers, the end -----------------------------------------------------------------------------------------------

void ptx::nothing(PtxOperands &, const PtxNow &) {}

void ptx::fence(PtxOperands &x, const PtxNow &now) {
  x.b.CreateFence(now.has("acquire")   ? llvm::AtomicOrdering::Acquire
                  : now.has("release") ? llvm::AtomicOrdering::Release
                                       : llvm::AtomicOrdering::AcquireRelease,
                  *scope(x, now));
}

// bar.sync id; bar.sync id, n; bar.arrive id, n. Numbers that are not known are refused where they are read
// (numbered_barrier in lower/builtins/).
void ptx::block_barrier(PtxOperands &x, const PtxNow &now) {
  const bool arrives = now.has("arrive"), all = now.instruction.operands.size() == 1;
  if (arrives == now.has("sync") || (arrives && all) || !now.types.empty())
    return x.fail();
  x.call_ours(arrives ? "__lockstep_barrier_arrive" : "__lockstep_barrier_numbered", x.b.getVoidTy(),
              {x.read(now.operand(0), {'u', 32}), all ? x.b.getInt32(0) : x.read(now.operand(1), {'u', 32})});
}

void ptx::trap(PtxOperands &x, const PtxNow &) { x.call_ours("llvm.trap", x.b.getVoidTy()); }

// What follows is in a block of its own, which nothing leads to.
void ptx::leave(PtxOperands &x, const PtxNow &) {
  llvm::BasicBlock *here = x.b.GetInsertBlock(), *rest = here->splitBasicBlock(x.b.GetInsertPoint());
  here->getTerminator()->eraseFromParent();
  x.b.SetInsertPoint(here);
  x.b.SetCurrentDebugLocation(x.call.getDebugLoc());
  x.call_ours("__lockstep_exit", x.b.getVoidTy());
  x.b.CreateUnreachable();
  x.b.SetInsertPoint(rest, rest->begin());
}

} // namespace lockstep::frontend
