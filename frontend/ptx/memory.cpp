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

Value *PtxExpander::special(const std::string &name) {
  const Special *row = std::find_if(std::begin(specials), std::end(specials), [&](auto &s) { return s.name == name; });
  if (row == std::end(specials))
    return nullptr;
  if (!row->function.empty())
    return call_ours(std::string(row->function), b_.getIntNTy(row->bits));
  // lanemask_*
  Value *one = b_.getInt32(1), *lane = call_ours("llvm.nvvm.read.ptx.sreg.laneid", b_.getInt32Ty());
  Value *equal = b_.CreateShl(one, lane), *lower = b_.CreateSub(equal, one);
  const std::string_view which = std::string_view(name).substr(name.size() - 2);
  return which == "eq"   ? equal
         : which == "lt" ? lower
         : which == "ge" ? b_.CreateNot(lower)
         : which == "le" ? b_.CreateOr(lower, equal)
                         : b_.CreateNot(b_.CreateOr(lower, equal));
}

// Also between a word and its parts: the first part is the lowest.
void PtxExpander::move(const PtxNow &now) {
  if (now.types.size() != 1)
    return fail();
  const PtxType t = now.types[0];
  const PtxOperand &to = now.operand(0), &from = now.operand(1);
  auto part = [&](const PtxOperand &pack) { return PtxType{'b', static_cast<unsigned>(t.bits / pack.parts.size())}; };
  if (from.kind == PtxOperand::Kind::Pack) {
    Value *whole = number({'b', t.bits}, 0);
    for (std::size_t k = 0; k < from.parts.size(); ++k) {
      Value *v = b_.CreateZExt(read(from.parts[k], part(from)), whole->getType());
      whole = b_.CreateOr(whole, b_.CreateShl(v, k * part(from).bits));
    }
    return write(to, whole);
  }
  if (to.kind == PtxOperand::Kind::Pack) {
    Value *whole = read(from, {'b', t.bits});
    for (std::size_t k = 0; k < to.parts.size(); ++k)
      write(to.parts[k], b_.CreateTrunc(b_.CreateLShr(whole, k * part(to).bits), b_.getIntNTy(part(to).bits)));
    return;
  }
  if (Value *pointer = raw(from); pointer && pointer->getType()->isPointerTy() && t.is_integer() && t.bits == 64)
    if (llvm::Type *type = nullptr; place(to, type) && type == pointer->getType())
      return write(to, pointer); // and stays one
  write(to, read(from, t));
}

// --- memory ----------------------------------------------------------------------------------------------------------

// An address in a register: passes/ptx.cpp finds out of which pointer it was made.
Value *PtxExpander::pointer(const PtxNow &now, const PtxOperand &address) {
  const PtxOperand *base = address.kind == PtxOperand::Kind::Address ? &address.parts[0] : nullptr;
  Value *at = base ? raw(*base) : nullptr;
  llvm::Type *generic = llvm::PointerType::get(call_.getContext(), 0);
  const unsigned bits = call_.getDataLayout().getPointerSizeInBits(0);
  const bool shared = now.has("shared") || now.has("shared::cta"); // a window of less than 2^32 bytes
  if (at && (at->getType()->isIntegerTy(bits) || (shared && at->getType()->isIntegerTy(32)))) {
    llvm::Value *cast = b_.CreateIntToPtr(b_.CreateZExt(at, b_.getIntNTy(bits)), generic);
    if (auto *i = llvm::dyn_cast<llvm::Instruction>(cast))
      i->setMetadata("lockstep.address", llvm::MDNode::get(call_.getContext(), {}));
    at = cast;
  }
  if (!at || !at->getType()->isPointerTy()) {
    fail();
    return llvm::ConstantPointerNull::get(llvm::cast<llvm::PointerType>(generic));
  }
  return address.number == 0 ? at : b_.CreatePtrAdd(at, b_.getIntN(bits, address.number));
}

Value *PtxExpander::generic(Value *pointer) {
  return b_.CreateAddrSpaceCast(pointer, llvm::PointerType::get(call_.getContext(), 0));
}

namespace {
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
} // namespace

// nullptr: not one that is understood.
llvm::Type *PtxExpander::accessed(const PtxNow &now) {
  const unsigned size = vector_size(now);
  if (now.types.size() != 1 || now.types[0].kind == 'p' || now.types[0].kind == 'h' || (size > 1 && ordered(now)) ||
      (now.instruction.operands.size() == 3) != now.has("L2::cache_hint"))
    return nullptr;
  llvm::Type *scalar = llvm_type(now.types[0]);
  return size == 1 ? scalar : llvm::FixedVectorType::get(scalar, size);
}

std::optional<llvm::SyncScope::ID> PtxExpander::scope(const PtxNow &now) {
  if (now.has("cta"))
    return call_.getContext().getOrInsertSyncScopeID("block");
  return llvm::SyncScope::System;
}

// Sound because a volatile access counts as a plain one.
void PtxExpander::load(const PtxNow &now) {
  llvm::Type *type = accessed(now);
  const PtxOperand &to = now.operand(0);
  const unsigned size = vector_size(now);
  if (!type || (size > 1) != (to.kind == PtxOperand::Kind::Pack) || (size > 1 && to.parts.size() != size))
    return fail();
  Value *at = pointer(now, now.operand(1));
  if (now.has("nc"))
    at = incoherent_address(b_, at);
  const llvm::Align align(call_.getDataLayout().getTypeStoreSize(type).getFixedValue());
  llvm::LoadInst *loaded = b_.CreateAlignedLoad(type, at, align, now.has("volatile"));
  if (ordered(now))
    loaded->setAtomic(ordering(now), *scope(now));
  const bool is_signed = now.types[0].kind == 's';
  for (unsigned k = 0; size > 1 && k < size; ++k)
    write_wider(to.parts[k], b_.CreateExtractElement(loaded, k), is_signed);
  if (size == 1)
    write_wider(to, loaded, is_signed);
}

void PtxExpander::store(const PtxNow &now) {
  llvm::Type *type = accessed(now);
  const PtxOperand &from = now.operand(1);
  const unsigned size = vector_size(now);
  if (!type || (size > 1) != (from.kind == PtxOperand::Kind::Pack) || (size > 1 && from.parts.size() != size))
    return fail();
  Value *value = size > 1 ? llvm::PoisonValue::get(type) : read_part(from, now.types[0]);
  for (unsigned k = 0; size > 1 && k < size; ++k)
    value = b_.CreateInsertElement(value, read_part(from.parts[k], now.types[0]), k);
  Value *at = pointer(now, now.operand(0));
  const llvm::Align align(call_.getDataLayout().getTypeStoreSize(type).getFixedValue());
  llvm::StoreInst *stored = b_.CreateAlignedStore(value, at, align, now.has("volatile"));
  if (ordered(now))
    stored->setAtomic(ordering(now), *scope(now));
}

// atom d, [a], b {, c}; red [a], b
void PtxExpander::atomic(const PtxNow &now) {
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
    return fail();
  const PtxType t = now.types[0];
  Value *at = pointer(now, now.operand(first)), *value = read(now.operand(first + 1), t);
  const llvm::Align align(t.bits / 8);
  if (now.has("cas")) {
    if (now.instruction.operands.size() != 4 || t.kind != 'b')
      return fail();
    auto *exchange = b_.CreateAtomicCmpXchg(at, value, read(now.operand(3), t), align, ordering(now),
                                            llvm::AtomicOrdering::Monotonic, *scope(now));
    return write(now.operand(0), b_.CreateExtractValue(exchange, 0));
  }
  for (const Operation &o : operations) {
    const Op op = t.kind == 's' ? o.of_signed : t.kind == 'u' ? o.of_unsigned : t.kind == 'b' ? o.of_bits : o.of_floats;
    if (!now.has(o.name) || op == none)
      continue;
    if (now.instruction.operands.size() != first + 2)
      return fail();
    Value *old = b_.CreateAtomicRMW(op, at, value, align, ordering(now), *scope(now));
    return now.detail != 0 ? write(now.operand(0), old) : void();
  }
  fail();
}

// cp.async.ca.shared.global [to], [from], bytes {, bytes that are read}; cp.async.commit_group; cp.async.wait_group n;
// cp.async.wait_all
void PtxExpander::async_copy(const PtxNow &now) {
  const std::size_t operands = now.instruction.operands.size();
  const bool commit = now.has("commit_group"), some = now.has("wait_group"), all = now.has("wait_all");
  if (!now.has("async") || !now.types.empty() || commit + some + all > 1 ||
      ((commit || some || all) && now.flags.size() != 2))
    return fail();
  Value *kind = b_.getInt32(0);
  if (commit || all)
    call_ours("__lockstep_copy_commit", b_.getVoidTy(), {kind});
  if (some && operands != 1)
    return fail();
  if (some || all)
    call_ours("__lockstep_copy_wait", b_.getVoidTy(),
              {some ? read(now.operand(0), {'u', 32}) : b_.getInt32(0), kind, b_.getInt32(0)});
  if (commit || some || all)
    return operands == (some ? 1 : 0) ? void() : fail();
  const std::size_t sizes = operands - (now.has("L2::cache_hint") ? 1 : 0);
  if (sizes < 3 || sizes > 4 || now.has("ca") == now.has("cg") || !(now.has("shared") || now.has("shared::cta")) ||
      !now.has("global"))
    return fail();
  Value *to = pointer(now, now.operand(0)), *from = pointer(now, now.operand(1));
  llvm::Type *size = b_.getInt64Ty();
  Value *bytes = b_.CreateZExt(read(now.operand(2), {'u', 32}), size);
  Value *taken = sizes == 4 ? b_.CreateZExt(read(now.operand(3), {'u', 32}), size) : bytes;
  call_ours("__lockstep_copy", b_.getVoidTy(), {generic(to), generic(from), bytes, taken, b_.getInt32(0), kind});
}

// --- barriers, the end -----------------------------------------------------------------------------------------------

void PtxExpander::nothing(const PtxNow &) {}

void PtxExpander::fence(const PtxNow &now) {
  b_.CreateFence(now.has("acquire")   ? llvm::AtomicOrdering::Acquire
                 : now.has("release") ? llvm::AtomicOrdering::Release
                                      : llvm::AtomicOrdering::AcquireRelease,
                 *scope(now));
}

// bar.sync id; bar.sync id, n; bar.arrive id, n. Numbers that are not known are refused where they are read
// (numbered_barrier in lower/builtins/).
void PtxExpander::block_barrier(const PtxNow &now) {
  const bool arrives = now.has("arrive"), all = now.instruction.operands.size() == 1;
  if (arrives == now.has("sync") || (arrives && all) || !now.types.empty())
    return fail();
  call_ours(arrives ? "__lockstep_barrier_arrive" : "__lockstep_barrier_numbered", b_.getVoidTy(),
            {read(now.operand(0), {'u', 32}), all ? b_.getInt32(0) : read(now.operand(1), {'u', 32})});
}

void PtxExpander::trap(const PtxNow &) { call_ours("llvm.trap", b_.getVoidTy()); }

// What follows is in a block of its own, which nothing leads to.
void PtxExpander::leave(const PtxNow &) {
  llvm::BasicBlock *here = b_.GetInsertBlock(), *rest = here->splitBasicBlock(b_.GetInsertPoint());
  here->getTerminator()->eraseFromParent();
  b_.SetInsertPoint(here);
  b_.SetCurrentDebugLocation(call_.getDebugLoc());
  call_ours("__lockstep_exit", b_.getVoidTy());
  b_.CreateUnreachable();
  b_.SetInsertPoint(rest, rest->begin());
}

} // namespace lockstep::frontend
