// Instructions of inline PTX that move bits about: counts, shifts, fields, bytes, tables. See expand.h.
#include "frontend/ptx/expand.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Intrinsics.h"

namespace lockstep::frontend {

using llvm::Value;

void ptx::count(PtxOperands &x, const PtxNow &now) {
  if (now.types.size() != 1 || !now.types[0].is_integer())
    return x.fail();
  Value *a = x.read(now.operand(1), now.types[0]);
  const auto id = static_cast<llvm::Intrinsic::ID>(now.detail);
  Value *n =
      id == llvm::Intrinsic::ctlz ? x.b.CreateBinaryIntrinsic(id, a, x.b.getFalse()) : x.b.CreateUnaryIntrinsic(id, a);
  x.write(now.operand(0), id == llvm::Intrinsic::bitreverse ? n : x.b.CreateZExtOrTrunc(n, x.b.getInt32Ty()));
}

// The highest one, of negative numbers the highest zero; none: all ones.
void ptx::first_bit(PtxOperands &x, const PtxNow &now) {
  if (now.types.size() != 1 || !now.types[0].is_integer())
    return x.fail();
  const PtxType t = now.types[0];
  Value *a = x.read(now.operand(1), t);
  if (t.is_signed())
    a = x.b.CreateSelect(x.b.CreateICmpSLT(a, x.number(t, 0)), x.b.CreateNot(a), a);
  Value *none = x.b.CreateICmpEQ(a, x.number(t, 0));
  Value *zeros =
      x.b.CreateZExtOrTrunc(x.b.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, a, x.b.getFalse()), x.b.getInt32Ty());
  Value *at = now.has("shiftamt") ? zeros : x.b.CreateSub(x.b.getInt32(t.bits - 1), zeros);
  x.write(now.operand(0), x.b.CreateSelect(none, x.b.getInt32(~0u), at));
}

namespace {
Value *limited(PtxOperands &x, Value *shift, unsigned most) {
  return x.b.CreateBinaryIntrinsic(llvm::Intrinsic::umin, shift, llvm::ConstantInt::get(shift->getType(), most));
}
} // namespace

// PTX's shifts by the width or more give zeros, or the sign; LLVM's are undefined.
void ptx::shift_left(PtxOperands &x, const PtxNow &now) {
  if (now.types.size() != 1 || !now.types[0].is_integer())
    return x.fail();
  const PtxType t = now.types[0];
  Value *a = x.read(now.operand(1), t), *by = x.read(now.operand(2), {'u', 32});
  Value *shifted = x.b.CreateShl(a, x.b.CreateZExtOrTrunc(limited(x, by, t.bits - 1), a->getType()));
  x.write(now.operand(0), x.b.CreateSelect(x.b.CreateICmpUGE(by, x.b.getInt32(t.bits)), x.number(t, 0), shifted));
}

void ptx::shift_right(PtxOperands &x, const PtxNow &now) {
  if (now.types.size() != 1 || !now.types[0].is_integer())
    return x.fail();
  const PtxType t = now.types[0];
  Value *a = x.read(now.operand(1), t), *by = x.read(now.operand(2), {'u', 32});
  Value *n = x.b.CreateZExtOrTrunc(limited(x, by, t.bits - 1), a->getType());
  if (t.is_signed())
    return x.write(now.operand(0), x.b.CreateAShr(a, n));
  x.write(now.operand(0),
          x.b.CreateSelect(x.b.CreateICmpUGE(by, x.b.getInt32(t.bits)), x.number(t, 0), x.b.CreateLShr(a, n)));
}

void ptx::funnel(PtxOperands &x, const PtxNow &now) {
  const bool left = now.has("l");
  if (now.types.size() != 1 || now.types[0].kind != 'b' || now.types[0].bits != 32 || left == now.has("r") ||
      now.has("wrap") == now.has("clamp"))
    return x.fail();
  const PtxType t = now.types[0];
  Value *low = x.read(now.operand(1), t), *high = x.read(now.operand(2), t), *by = x.read(now.operand(3), t);
  Value *shifted = x.b.CreateIntrinsic(left ? llvm::Intrinsic::fshl : llvm::Intrinsic::fshr, {low->getType()},
                                       {high, low, x.b.CreateAnd(by, 31)});
  if (now.has("clamp"))
    shifted = x.b.CreateSelect(x.b.CreateICmpUGE(by, x.number(t, 32)), left ? low : high, shifted);
  x.write(now.operand(0), shifted);
}

namespace {
// The lowest `count` bits set; all of them if there are not more.
Value *below(PtxOperands &x, Value *count, PtxType t) {
  Value *n = x.b.CreateZExtOrTrunc(limited(x, count, t.bits - 1), x.llvm_type(t));
  Value *ones = x.b.CreateSub(x.b.CreateShl(x.number(t, 1), n), x.number(t, 1));
  return x.b.CreateSelect(x.b.CreateICmpUGE(count, x.b.getInt32(t.bits)), x.number(t, ~std::uint64_t(0)), ones);
}
} // namespace

void ptx::extract_bits(PtxOperands &x, const PtxNow &now) {
  if (now.types.size() != 1 || !now.types[0].is_integer())
    return x.fail();
  const PtxType t = now.types[0], word{'u', 32};
  Value *a = x.read(now.operand(1), t);
  Value *at = x.b.CreateAnd(x.read(now.operand(2), word), 0xff),
        *count = x.b.CreateAnd(x.read(now.operand(3), word), 0xff);
  Value *by = x.b.CreateZExtOrTrunc(limited(x, at, t.bits - 1), a->getType());
  if (!t.is_signed()) {
    Value *shifted =
        x.b.CreateSelect(x.b.CreateICmpUGE(at, x.b.getInt32(t.bits)), x.number(t, 0), x.b.CreateLShr(a, by));
    return x.write(now.operand(0), x.b.CreateAnd(shifted, below(x, count, t)));
  }
  Value *none = x.b.CreateICmpEQ(count, x.b.getInt32(0));
  Value *rest = x.b.CreateSub(x.b.getInt32(t.bits), limited(x, count, t.bits)); // above the highest bit that is kept
  Value *up = x.b.CreateZExtOrTrunc(x.b.CreateSelect(none, x.b.getInt32(0), rest), a->getType());
  Value *field = x.b.CreateAShr(x.b.CreateShl(x.b.CreateAShr(a, by), up), up);
  x.write(now.operand(0), x.b.CreateSelect(none, x.number(t, 0), field));
}

void ptx::insert_bits(PtxOperands &x, const PtxNow &now) {
  if (now.types.size() != 1 || now.types[0].kind != 'b')
    return x.fail();
  const PtxType t = now.types[0], word{'u', 32};
  Value *a = x.read(now.operand(1), t), *into = x.read(now.operand(2), t);
  Value *at = x.b.CreateAnd(x.read(now.operand(3), word), 0xff),
        *count = x.b.CreateAnd(x.read(now.operand(4), word), 0xff);
  Value *by = x.b.CreateZExtOrTrunc(limited(x, at, t.bits - 1), a->getType());
  Value *mask = x.b.CreateSelect(x.b.CreateICmpUGE(at, x.b.getInt32(t.bits)), x.number(t, 0),
                                 x.b.CreateShl(below(x, count, t), by));
  x.write(now.operand(0),
          x.b.CreateOr(x.b.CreateAnd(into, x.b.CreateNot(mask)), x.b.CreateAnd(x.b.CreateShl(a, by), mask)));
}

// Each byte is one of eight, or the sign of one.
void ptx::permute(PtxOperands &x, const PtxNow &now) {
  if (now.types.size() != 1 || now.types[0].kind != 'b' || now.types[0].bits != 32)
    return x.fail();
  const PtxType t = now.types[0];
  llvm::Type *wide = x.b.getInt64Ty();
  Value *a = x.read(now.operand(1), t), *b = x.read(now.operand(2), t), *choice = x.read(now.operand(3), t);
  Value *all = x.b.CreateOr(x.b.CreateShl(x.b.CreateZExt(b, wide), 32), x.b.CreateZExt(a, wide));
  Value *out = x.number(t, 0);
  for (unsigned k = 0; k < 4; ++k) {
    Value *which = x.b.CreateAnd(x.b.CreateLShr(choice, 4 * k), 7),
          *sign = x.b.CreateAnd(x.b.CreateLShr(choice, 4 * k), 8);
    Value *byte = x.b.CreateTrunc(x.b.CreateLShr(all, x.b.CreateZExt(x.b.CreateShl(which, 3), wide)), x.b.getInt8Ty());
    byte = x.b.CreateSelect(x.b.CreateICmpEQ(sign, x.number(t, 0)), byte, x.b.CreateAShr(byte, 7));
    out = x.b.CreateOr(out, x.b.CreateShl(x.b.CreateZExt(byte, x.b.getInt32Ty()), 8 * k));
  }
  x.write(now.operand(0), out);
}

namespace {
// The function of which `table` has the results, the first operand's bit being the highest of the index.
Value *by_table(PtxOperands &x, unsigned table, unsigned size, const std::vector<Value *> &operands) {
  const unsigned half = size / 2, ones = (1u << half) - 1;
  if (size == 1)
    return x.number({'b', 32}, table != 0 ? ~std::uint64_t(0) : 0);
  const unsigned high = table >> half, low = table & ones;
  const std::vector<Value *> rest(operands.begin() + 1, operands.end());
  if (high == low)
    return by_table(x, low, half, rest);
  Value *bit = operands[0], *if_zero = by_table(x, low, half, rest);
  if (high == (low ^ ones))
    return low == 0 ? bit : x.b.CreateXor(bit, if_zero);
  return x.b.CreateOr(x.b.CreateAnd(bit, by_table(x, high, half, rest)), x.b.CreateAnd(x.b.CreateNot(bit), if_zero));
}
} // namespace

void ptx::three_inputs(PtxOperands &x, const PtxNow &now) {
  if (now.types.size() != 1 || now.types[0].kind != 'b' || now.types[0].bits != 32)
    return x.fail();
  const PtxOperand &last = now.operand(4);
  auto *argument =
      last.kind == PtxOperand::Kind::Number ? nullptr : llvm::dyn_cast_or_null<llvm::ConstantInt>(x.raw(last));
  if (last.kind != PtxOperand::Kind::Number && !argument)
    return x.fail();
  const std::uint64_t table = argument ? argument->getZExtValue() : last.number;
  if (table > 255)
    return x.fail();
  const PtxType t = now.types[0];
  x.write(now.operand(0), by_table(x, static_cast<unsigned>(table), 8,
                                   {x.read(now.operand(1), t), x.read(now.operand(2), t), x.read(now.operand(3), t)}));
}

} // namespace lockstep::frontend
