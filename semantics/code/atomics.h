// What atomic operations compute. Private to semantics/.
#pragma once

#include "cfg/ir/evaluate_inline.h"
#include "semantics/code/code.h"

namespace lockstep::semantics {

// The new value of a cell; `x`, `y`: the operands, where the operation has them. Inc and Dec without operand wrap at
// the width.
inline std::uint64_t atomic_result(const AccessCode &a, std::uint64_t old, std::uint64_t x, std::uint64_t y) {
  const unsigned w = a.bits;
  const bool limited = !a.regs.empty();
  switch (a.op) {
  case cfg::AtomicOp::Add: return mask_to_width(old + x, w);
  case cfg::AtomicOp::Sub: return mask_to_width(old - x, w);
  case cfg::AtomicOp::Xchg:
  case cfg::AtomicOp::Store: return x;
  case cfg::AtomicOp::Inc: return limited ? (old >= x ? 0 : old + 1) : mask_to_width(old + 1, w);
  case cfg::AtomicOp::Dec: return limited ? (old == 0 || old > x ? x : old - 1) : mask_to_width(old - 1, w);
  case cfg::AtomicOp::CmpXchg: return old == x ? y : old;
  case cfg::AtomicOp::Min: return to_signed(x, w) < to_signed(old, w) ? x : old;
  case cfg::AtomicOp::Max: return to_signed(x, w) > to_signed(old, w) ? x : old;
  case cfg::AtomicOp::UMin: return x < old ? x : old;
  case cfg::AtomicOp::UMax: return x > old ? x : old;
  case cfg::AtomicOp::And: return old & x;
  case cfg::AtomicOp::Or: return old | x;
  case cfg::AtomicOp::Xor: return old ^ x;
  case cfg::AtomicOp::Load: return old;
  case cfg::AtomicOp::FAdd: {
    Undefined never = Undefined::No;
    return cfg::evaluate_bits(cfg::Op::FAdd, w, w, 0, old, x, 0, never);
  }
  case cfg::AtomicOp::Other: return mask_to_width(mix(mix(old, x), y), w);
  }
  return old;
}

} // namespace lockstep::semantics
