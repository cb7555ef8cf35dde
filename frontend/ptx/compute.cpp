// What instructions of inline PTX compute. See expand.h.
//
// Operations on floats that round as LLVM's are LLVM's; of the others only that equal operands give equal results is
// known.
#include "frontend/ptx/expand.h"

#include "llvm/IR/Intrinsics.h"

#include <algorithm>

namespace lockstep::frontend {

using llvm::Instruction;
using llvm::Value;

namespace {
bool exact(const PtxNow &now) { // of floats: rounded to nearest
  return std::all_of(now.flags.begin(), now.flags.end(), [](std::string_view f) { return f == "rn"; });
}
} // namespace

void ptx::function(PtxOperands &x, const PtxNow &now) {
  if (now.types.empty())
    return x.fail();
  std::vector<Value *> arguments;
  for (std::size_t k = 1; k < now.instruction.operands.size(); ++k)
    arguments.push_back(x.read(now.operand(k), now.types.back()));
  x.write(now.operand(0), x.call_function(now.instruction.text, x.llvm_type(now.types[0]), arguments));
}

void ptx::binary(PtxOperands &x, const PtxNow &now) {
  if (now.types.size() != 1)
    return x.fail();
  const PtxType t = now.types[0];
  if (!t.is_integer() && (t.kind != 'f' || !exact(now)))
    return function(x, now);
  if (!now.flags.empty() && t.kind != 'f')
    return x.fail(); // saturated integers
  Value *a = x.read(now.operand(1), t), *b = x.read(now.operand(2), t);
  const bool add = now.detail == Instruction::Add;
  x.write(now.operand(0), t.kind == 'f' ? (add ? x.b.CreateFAdd(a, b) : x.b.CreateFSub(a, b))
                                        : (add ? x.b.CreateAdd(a, b) : x.b.CreateSub(a, b)));
}

// Divided by zero: any number.
void ptx::divide(PtxOperands &x, const PtxNow &now) {
  if (now.types.size() != 1)
    return x.fail();
  const PtxType t = now.types[0];
  if (!t.is_integer()) {
    if (t.kind != 'f' || !exact(now) || now.detail == 1)
      return function(x, now);
    return x.write(now.operand(0), x.b.CreateFDiv(x.read(now.operand(1), t), x.read(now.operand(2), t)));
  }
  Value *a = x.read(now.operand(1), t), *b = x.read(now.operand(2), t);
  Value *zero = x.b.CreateICmpEQ(b, x.number(t, 0)), *by = x.b.CreateSelect(zero, x.number(t, 1), b);
  if (t.is_signed()) { // the least number by -1 wraps round
    Value *minus = x.b.CreateICmpEQ(by, x.number(t, ~std::uint64_t(0)));
    by = x.b.CreateSelect(minus, x.number(t, 1), by);
    Value *q = now.detail == 0 ? x.b.CreateSelect(minus, x.b.CreateNeg(a), x.b.CreateSDiv(a, by))
                               : x.b.CreateSelect(minus, x.number(t, 0), x.b.CreateSRem(a, by));
    return x.write(now.operand(0), x.b.CreateSelect(zero, x.unknown(q->getType()), q));
  }
  Value *q = now.detail == 0 ? x.b.CreateUDiv(a, by) : x.b.CreateURem(a, by);
  x.write(now.operand(0), x.b.CreateSelect(zero, x.unknown(q->getType()), q));
}

void ptx::extreme(PtxOperands &x, const PtxNow &now) {
  if (now.types.size() != 1)
    return x.fail();
  const PtxType t = now.types[0];
  if (!t.is_integer() && (t.kind != 'f' || !now.flags.empty()))
    return function(x, now);
  const llvm::Intrinsic::ID least = t.kind == 'f'   ? llvm::Intrinsic::minnum
                                    : t.is_signed() ? llvm::Intrinsic::smin
                                                    : llvm::Intrinsic::umin;
  const llvm::Intrinsic::ID most = t.kind == 'f'   ? llvm::Intrinsic::maxnum
                                   : t.is_signed() ? llvm::Intrinsic::smax
                                                   : llvm::Intrinsic::umax;
  x.write(now.operand(0), x.b.CreateBinaryIntrinsic(now.detail == 0 ? least : most, x.read(now.operand(1), t),
                                                    x.read(now.operand(2), t)));
}

void ptx::logic(PtxOperands &x, const PtxNow &now) {
  if (now.types.size() != 1 || (!now.types[0].is_integer() && now.types[0].kind != 'p'))
    return x.fail();
  x.write(now.operand(0), x.b.CreateBinOp(static_cast<Instruction::BinaryOps>(now.detail),
                                          x.read(now.operand(1), now.types[0]), x.read(now.operand(2), now.types[0])));
}

namespace {
// .lo, .hi, .wide; of 24 bits the lower part of the product of the lower 24 bits.
Value *product(PtxOperands &x, const PtxNow &now, PtxType t, Value *a, Value *b) {
  const unsigned width = now.detail == 24 ? 8 : 0;
  if (width != 0 && t.bits == 32) {
    auto cut = [&](Value *v) {
      v = x.b.CreateShl(v, width);
      return t.is_signed() ? x.b.CreateAShr(v, width) : x.b.CreateLShr(v, width);
    };
    a = cut(a), b = cut(b);
  }
  if (now.has("lo"))
    return x.b.CreateMul(a, b);
  llvm::Type *wide = x.b.getIntNTy(2 * t.bits);
  auto extend = [&](Value *v) { return t.is_signed() ? x.b.CreateSExt(v, wide) : x.b.CreateZExt(v, wide); };
  if (t.bits == 64 && now.has("hi"))
    return x.call_function(now.instruction.name + (t.is_signed() ? ".hi.s64" : ".hi.u64"), a->getType(), {a, b});
  if (t.bits == 64)
    return x.fail(), a;
  Value *p = x.b.CreateMul(extend(a), extend(b), "", /*HasNUW=*/!t.is_signed(), /*HasNSW=*/t.is_signed());
  return now.has("wide") ? p : x.b.CreateTrunc(x.b.CreateLShr(p, t.bits), a->getType());
}
} // namespace

void ptx::multiply(PtxOperands &x, const PtxNow &now) {
  if (now.types.size() != 1)
    return x.fail();
  const PtxType t = now.types[0];
  if (!t.is_integer() && (t.kind != 'f' || !exact(now)))
    return function(x, now);
  Value *a = x.read(now.operand(1), t), *b = x.read(now.operand(2), t);
  if (t.kind == 'f')
    return x.write(now.operand(0), x.b.CreateFMul(a, b));
  if (now.flags.size() != 1)
    return x.fail();
  x.write(now.operand(0), product(x, now, t, a, b));
}

void ptx::multiply_add(PtxOperands &x, const PtxNow &now) {
  if (now.types.size() != 1)
    return x.fail();
  PtxType t = now.types[0];
  if (!t.is_integer())
    return fused(x, now);
  if (now.flags.size() != 1)
    return x.fail();
  Value *p = product(x, now, t, x.read(now.operand(1), t), x.read(now.operand(2), t));
  if (now.has("wide"))
    t.bits *= 2;
  x.write(now.operand(0), x.b.CreateAdd(p, x.read(now.operand(3), t)));
}

void ptx::fused(PtxOperands &x, const PtxNow &now) {
  if (now.types.size() != 1)
    return x.fail();
  const PtxType t = now.types[0];
  if (t.kind != 'f' || !exact(now))
    return t.is_integer() ? x.fail() : function(x, now);
  x.write(now.operand(0),
          x.b.CreateIntrinsic(llvm::Intrinsic::fma, {x.llvm_type(t)},
                              {x.read(now.operand(1), t), x.read(now.operand(2), t), x.read(now.operand(3), t)}));
}

void ptx::absolute_difference(PtxOperands &x, const PtxNow &now) {
  if (now.types.size() != 1 || !now.types[0].is_integer())
    return x.fail();
  const PtxType t = now.types[0];
  Value *a = x.read(now.operand(1), t), *b = x.read(now.operand(2), t);
  Value *less = t.is_signed() ? x.b.CreateICmpSLT(a, b) : x.b.CreateICmpULT(a, b);
  Value *difference = x.b.CreateSelect(less, x.b.CreateSub(b, a), x.b.CreateSub(a, b));
  x.write(now.operand(0), x.b.CreateAdd(difference, x.read(now.operand(3), t)));
}

// Of four bytes each, and the third operand.
void ptx::sum_of_differences(PtxOperands &x, const PtxNow &now) {
  if (!now.has("add") || now.types.size() != 3 ||
      std::any_of(now.types.begin(), now.types.end(), [](PtxType t) { return t.kind != 'u' || t.bits != 32; }))
    return x.fail();
  Value *a = x.read(now.operand(1), now.types[1]), *b = x.read(now.operand(2), now.types[2]);
  Value *sum = x.read(now.operand(3), now.types[0]);
  for (unsigned k = 0; k < 4; ++k) {
    Value *p = x.b.CreateAnd(x.b.CreateLShr(a, 8 * k), 0xff), *q = x.b.CreateAnd(x.b.CreateLShr(b, 8 * k), 0xff);
    sum = x.b.CreateAdd(sum, x.b.CreateSelect(x.b.CreateICmpULT(p, q), x.b.CreateSub(q, p), x.b.CreateSub(p, q)));
  }
  x.write(now.operand(0), sum);
}

void ptx::negate(PtxOperands &x, const PtxNow &now) {
  if (now.types.size() != 1)
    return x.fail();
  const PtxType t = now.types[0];
  if (!t.is_integer() && (t.kind != 'f' || !now.flags.empty()))
    return function(x, now);
  Value *a = x.read(now.operand(1), t);
  x.write(now.operand(0), t.kind == 'f' ? x.b.CreateFNeg(a) : x.b.CreateNeg(a));
}

void ptx::absolute(PtxOperands &x, const PtxNow &now) {
  if (now.types.size() != 1)
    return x.fail();
  const PtxType t = now.types[0];
  if (!t.is_integer() && (t.kind != 'f' || !now.flags.empty()))
    return function(x, now);
  Value *a = x.read(now.operand(1), t);
  x.write(now.operand(0), t.kind == 'f' ? x.b.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, a)
                                        : x.b.CreateSelect(x.b.CreateICmpSLT(a, x.number(t, 0)), x.b.CreateNeg(a), a));
}

void ptx::complement(PtxOperands &x, const PtxNow &now) {
  if (now.types.size() != 1 || (!now.types[0].is_integer() && now.types[0].kind != 'p'))
    return x.fail();
  x.write(now.operand(0), x.b.CreateNot(x.read(now.operand(1), now.types[0])));
}

void ptx::is_zero(PtxOperands &x, const PtxNow &now) {
  if (now.types.size() != 1 || !now.types[0].is_integer())
    return x.fail();
  Value *a = x.read(now.operand(1), now.types[0]);
  x.write(now.operand(0), x.b.CreateZExt(x.b.CreateICmpEQ(a, x.number(now.types[0], 0)), a->getType()));
}

// --- conversions -----------------------------------------------------------------------------------------------------

void ptx::convert(PtxOperands &x, const PtxNow &now) {
  if (now.types.size() != 2)
    return x.fail();
  const PtxType to = now.types[0], from = now.types[1];
  if (to.is_integer() && from.is_integer()) {
    if (!now.flags.empty())
      return x.fail();
    Value *v = x.read_part(now.operand(1), from);
    llvm::Type *type = x.llvm_type(to);
    v = from.is_signed() ? x.b.CreateSExtOrTrunc(v, type) : x.b.CreateZExtOrTrunc(v, type);
    return x.write_wider(now.operand(0), v, to.is_signed());
  }
  Value *v = from.is_integer() ? x.read_part(now.operand(1), from) : x.read(now.operand(1), from);
  llvm::Type *type = x.llvm_type(to);
  if (to.kind == 'f' && exact(now) && from.is_integer())
    v = from.is_signed() ? x.b.CreateSIToFP(v, type) : x.b.CreateUIToFP(v, type);
  else if (to.kind == 'f' && from.kind == 'f' && exact(now))
    v = x.b.CreateFPCast(v, type);
  else
    v = x.call_function(now.instruction.text, type, {v});
  x.write_wider(now.operand(0), v, to.is_signed());
}

// --- comparisons -----------------------------------------------------------------------------------------------------

namespace {
Value *compare(PtxOperands &x, std::string_view relation, PtxType t, Value *a, Value *b) {
  using P = llvm::CmpInst::Predicate;
  struct Relation {
    std::string_view name;
    P of_signed, of_unsigned, of_floats;
  };
  static constexpr P none = llvm::CmpInst::BAD_ICMP_PREDICATE;
  static constexpr Relation relations[] = {{"eq", P::ICMP_EQ, P::ICMP_EQ, P::FCMP_OEQ},
                                           {"ne", P::ICMP_NE, P::ICMP_NE, P::FCMP_ONE},
                                           {"lt", P::ICMP_SLT, P::ICMP_ULT, P::FCMP_OLT},
                                           {"le", P::ICMP_SLE, P::ICMP_ULE, P::FCMP_OLE},
                                           {"gt", P::ICMP_SGT, P::ICMP_UGT, P::FCMP_OGT},
                                           {"ge", P::ICMP_SGE, P::ICMP_UGE, P::FCMP_OGE},
                                           {"lo", none, P::ICMP_ULT, none},
                                           {"ls", none, P::ICMP_ULE, none},
                                           {"hi", none, P::ICMP_UGT, none},
                                           {"hs", none, P::ICMP_UGE, none},
                                           {"equ", none, none, P::FCMP_UEQ},
                                           {"neu", none, none, P::FCMP_UNE},
                                           {"ltu", none, none, P::FCMP_ULT},
                                           {"leu", none, none, P::FCMP_ULE},
                                           {"gtu", none, none, P::FCMP_UGT},
                                           {"geu", none, none, P::FCMP_UGE},
                                           {"num", none, none, P::FCMP_ORD},
                                           {"nan", none, none, P::FCMP_UNO}};
  for (const Relation &r : relations)
    if (r.name == relation) {
      const P p = t.kind == 'f' ? r.of_floats : t.is_signed() ? r.of_signed : t.is_integer() ? r.of_unsigned : none;
      if (p != none)
        return x.b.CreateCmp(p, a, b);
    }
  x.fail();
  return x.b.getFalse();
}
} // namespace

// setp.lt.and.s32 p, a, b, q
void ptx::set_predicate(PtxOperands &x, const PtxNow &now) {
  const bool combined = now.instruction.operands.size() == 4;
  if (now.types.size() != 1 || now.flags.size() != (combined ? 2 : 1))
    return x.fail();
  const PtxType t = now.types[0];
  Value *p = compare(x, now.flags[0], t, x.read(now.operand(1), t), x.read(now.operand(2), t));
  if (combined) {
    Value *q = x.read(now.operand(3), {'p', 1});
    if (now.flags[1] == "and")
      p = x.b.CreateAnd(p, q);
    else if (now.flags[1] == "or")
      p = x.b.CreateOr(p, q);
    else if (now.flags[1] == "xor")
      p = x.b.CreateXor(p, q);
    else
      return x.fail();
  }
  x.write(now.operand(0), p);
}

void ptx::set_value(PtxOperands &x, const PtxNow &now) {
  if (now.types.size() != 2 || now.flags.size() != 1)
    return x.fail();
  const PtxType to = now.types[0], t = now.types[1];
  Value *p = compare(x, now.flags[0], t, x.read(now.operand(1), t), x.read(now.operand(2), t));
  if (to.kind == 'f')
    x.write(now.operand(0), x.b.CreateUIToFP(p, x.llvm_type(to)));
  else if (to.is_integer())
    x.write(now.operand(0), x.b.CreateSExt(p, x.llvm_type(to)));
  else
    x.fail();
}

void ptx::choose(PtxOperands &x, const PtxNow &now) {
  if (now.types.size() != 1 || now.types[0].kind == 'p')
    return x.fail();
  const PtxType t = now.types[0];
  x.write(now.operand(0),
          x.b.CreateSelect(x.read(now.operand(3), {'p', 1}), x.read(now.operand(1), t), x.read(now.operand(2), t)));
}

void ptx::choose_by_sign(PtxOperands &x, const PtxNow &now) {
  if (now.types.size() != 2 || now.types[1].bits != 32 || now.types[1].kind != 's')
    return x.fail();
  const PtxType t = now.types[0], s = now.types[1];
  x.write(now.operand(0), x.b.CreateSelect(x.b.CreateICmpSGE(x.read(now.operand(3), s), x.number(s, 0)),
                                           x.read(now.operand(1), t), x.read(now.operand(2), t)));
}

} // namespace lockstep::frontend
