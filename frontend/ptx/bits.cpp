// Instructions of inline PTX that move bits about: counts, shifts, fields, bytes, tables. See expand.h.
#include "frontend/ptx/expand.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Intrinsics.h"

namespace lockstep::frontend {

using llvm::Value;

void PtxExpander::count(const PtxNow &now) {
  if (now.types.size() != 1 || !now.types[0].is_integer())
    return fail();
  Value *a = read(now.operand(1), now.types[0]);
  const auto id = static_cast<llvm::Intrinsic::ID>(now.detail);
  Value *n =
      id == llvm::Intrinsic::ctlz ? b_.CreateBinaryIntrinsic(id, a, b_.getFalse()) : b_.CreateUnaryIntrinsic(id, a);
  write(now.operand(0), id == llvm::Intrinsic::bitreverse ? n : b_.CreateZExtOrTrunc(n, b_.getInt32Ty()));
}

// The highest one, of negative numbers the highest zero; none: all ones.
void PtxExpander::first_bit(const PtxNow &now) {
  if (now.types.size() != 1 || !now.types[0].is_integer())
    return fail();
  const PtxType t = now.types[0];
  Value *a = read(now.operand(1), t);
  if (t.is_signed())
    a = b_.CreateSelect(b_.CreateICmpSLT(a, number(t, 0)), b_.CreateNot(a), a);
  Value *none = b_.CreateICmpEQ(a, number(t, 0));
  Value *zeros =
      b_.CreateZExtOrTrunc(b_.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, a, b_.getFalse()), b_.getInt32Ty());
  Value *at = now.has("shiftamt") ? zeros : b_.CreateSub(b_.getInt32(t.bits - 1), zeros);
  write(now.operand(0), b_.CreateSelect(none, b_.getInt32(~0u), at));
}

Value *PtxExpander::limited(Value *shift, unsigned most) {
  return b_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, shift, llvm::ConstantInt::get(shift->getType(), most));
}

// PTX's shifts by the width or more give zeros, or the sign; LLVM's are undefined.
void PtxExpander::shift_left(const PtxNow &now) {
  if (now.types.size() != 1 || !now.types[0].is_integer())
    return fail();
  const PtxType t = now.types[0];
  Value *a = read(now.operand(1), t), *by = read(now.operand(2), {'u', 32});
  Value *shifted = b_.CreateShl(a, b_.CreateZExtOrTrunc(limited(by, t.bits - 1), a->getType()));
  write(now.operand(0), b_.CreateSelect(b_.CreateICmpUGE(by, b_.getInt32(t.bits)), number(t, 0), shifted));
}

void PtxExpander::shift_right(const PtxNow &now) {
  if (now.types.size() != 1 || !now.types[0].is_integer())
    return fail();
  const PtxType t = now.types[0];
  Value *a = read(now.operand(1), t), *by = read(now.operand(2), {'u', 32});
  Value *n = b_.CreateZExtOrTrunc(limited(by, t.bits - 1), a->getType());
  if (t.is_signed())
    return write(now.operand(0), b_.CreateAShr(a, n));
  write(now.operand(0), b_.CreateSelect(b_.CreateICmpUGE(by, b_.getInt32(t.bits)), number(t, 0), b_.CreateLShr(a, n)));
}

void PtxExpander::funnel(const PtxNow &now) {
  const bool left = now.has("l");
  if (now.types.size() != 1 || now.types[0].kind != 'b' || now.types[0].bits != 32 || left == now.has("r") ||
      now.has("wrap") == now.has("clamp"))
    return fail();
  const PtxType t = now.types[0];
  Value *low = read(now.operand(1), t), *high = read(now.operand(2), t), *by = read(now.operand(3), t);
  Value *shifted = b_.CreateIntrinsic(left ? llvm::Intrinsic::fshl : llvm::Intrinsic::fshr, {low->getType()},
                                      {high, low, b_.CreateAnd(by, 31)});
  if (now.has("clamp"))
    shifted = b_.CreateSelect(b_.CreateICmpUGE(by, number(t, 32)), left ? low : high, shifted);
  write(now.operand(0), shifted);
}

// The lowest `count` bits set; all of them if there are not more.
Value *PtxExpander::below(Value *count, PtxType t) {
  Value *n = b_.CreateZExtOrTrunc(limited(count, t.bits - 1), llvm_type(t));
  Value *ones = b_.CreateSub(b_.CreateShl(number(t, 1), n), number(t, 1));
  return b_.CreateSelect(b_.CreateICmpUGE(count, b_.getInt32(t.bits)), number(t, ~std::uint64_t(0)), ones);
}

void PtxExpander::extract_bits(const PtxNow &now) {
  if (now.types.size() != 1 || !now.types[0].is_integer())
    return fail();
  const PtxType t = now.types[0], word{'u', 32};
  Value *a = read(now.operand(1), t);
  Value *at = b_.CreateAnd(read(now.operand(2), word), 0xff), *count = b_.CreateAnd(read(now.operand(3), word), 0xff);
  Value *by = b_.CreateZExtOrTrunc(limited(at, t.bits - 1), a->getType());
  if (!t.is_signed()) {
    Value *shifted = b_.CreateSelect(b_.CreateICmpUGE(at, b_.getInt32(t.bits)), number(t, 0), b_.CreateLShr(a, by));
    return write(now.operand(0), b_.CreateAnd(shifted, below(count, t)));
  }
  Value *none = b_.CreateICmpEQ(count, b_.getInt32(0));
  Value *rest = b_.CreateSub(b_.getInt32(t.bits), limited(count, t.bits)); // above the highest bit that is kept
  Value *up = b_.CreateZExtOrTrunc(b_.CreateSelect(none, b_.getInt32(0), rest), a->getType());
  Value *field = b_.CreateAShr(b_.CreateShl(b_.CreateAShr(a, by), up), up);
  write(now.operand(0), b_.CreateSelect(none, number(t, 0), field));
}

void PtxExpander::insert_bits(const PtxNow &now) {
  if (now.types.size() != 1 || now.types[0].kind != 'b')
    return fail();
  const PtxType t = now.types[0], word{'u', 32};
  Value *a = read(now.operand(1), t), *into = read(now.operand(2), t);
  Value *at = b_.CreateAnd(read(now.operand(3), word), 0xff), *count = b_.CreateAnd(read(now.operand(4), word), 0xff);
  Value *by = b_.CreateZExtOrTrunc(limited(at, t.bits - 1), a->getType());
  Value *mask =
      b_.CreateSelect(b_.CreateICmpUGE(at, b_.getInt32(t.bits)), number(t, 0), b_.CreateShl(below(count, t), by));
  write(now.operand(0), b_.CreateOr(b_.CreateAnd(into, b_.CreateNot(mask)), b_.CreateAnd(b_.CreateShl(a, by), mask)));
}

// Each byte is one of eight, or the sign of one.
void PtxExpander::permute(const PtxNow &now) {
  if (now.types.size() != 1 || now.types[0].kind != 'b' || now.types[0].bits != 32)
    return fail();
  const PtxType t = now.types[0];
  llvm::Type *wide = b_.getInt64Ty();
  Value *a = read(now.operand(1), t), *b = read(now.operand(2), t), *choice = read(now.operand(3), t);
  Value *all = b_.CreateOr(b_.CreateShl(b_.CreateZExt(b, wide), 32), b_.CreateZExt(a, wide));
  Value *out = number(t, 0);
  for (unsigned k = 0; k < 4; ++k) {
    Value *which = b_.CreateAnd(b_.CreateLShr(choice, 4 * k), 7), *sign = b_.CreateAnd(b_.CreateLShr(choice, 4 * k), 8);
    Value *byte = b_.CreateTrunc(b_.CreateLShr(all, b_.CreateZExt(b_.CreateShl(which, 3), wide)), b_.getInt8Ty());
    byte = b_.CreateSelect(b_.CreateICmpEQ(sign, number(t, 0)), byte, b_.CreateAShr(byte, 7));
    out = b_.CreateOr(out, b_.CreateShl(b_.CreateZExt(byte, b_.getInt32Ty()), 8 * k));
  }
  write(now.operand(0), out);
}

// The function of which `table` has the results, the first operand's bit being the highest of the index.
Value *PtxExpander::by_table(unsigned table, unsigned size, const std::vector<Value *> &operands) {
  const unsigned half = size / 2, ones = (1u << half) - 1;
  if (size == 1)
    return number({'b', 32}, table != 0 ? ~std::uint64_t(0) : 0);
  const unsigned high = table >> half, low = table & ones;
  const std::vector<Value *> rest(operands.begin() + 1, operands.end());
  if (high == low)
    return by_table(low, half, rest);
  Value *x = operands[0], *if_zero = by_table(low, half, rest);
  if (high == (low ^ ones))
    return low == 0 ? x : b_.CreateXor(x, if_zero);
  return b_.CreateOr(b_.CreateAnd(x, by_table(high, half, rest)), b_.CreateAnd(b_.CreateNot(x), if_zero));
}

void PtxExpander::three_inputs(const PtxNow &now) {
  if (now.types.size() != 1 || now.types[0].kind != 'b' || now.types[0].bits != 32)
    return fail();
  const PtxOperand &last = now.operand(4);
  auto *argument =
      last.kind == PtxOperand::Kind::Number ? nullptr : llvm::dyn_cast_or_null<llvm::ConstantInt>(raw(last));
  if (last.kind != PtxOperand::Kind::Number && !argument)
    return fail();
  const std::uint64_t table = argument ? argument->getZExtValue() : last.number;
  if (table > 255)
    return fail();
  const PtxType t = now.types[0];
  write(now.operand(0), by_table(static_cast<unsigned>(table), 8,
                                 {read(now.operand(1), t), read(now.operand(2), t), read(now.operand(3), t)}));
}

} // namespace lockstep::frontend
