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

Value *PtxExpander::number(PtxType t, std::uint64_t n) { return llvm::ConstantInt::get(llvm_type(t), n); }

void PtxExpander::function(const PtxNow &now) {
  if (now.types.empty())
    return fail();
  std::vector<Value *> arguments;
  for (std::size_t k = 1; k < now.instruction.operands.size(); ++k)
    arguments.push_back(read(now.operand(k), now.types.back()));
  write(now.operand(0), call_function(now.instruction.text, llvm_type(now.types[0]), arguments));
}

void PtxExpander::binary(const PtxNow &now) {
  if (now.types.size() != 1)
    return fail();
  const PtxType t = now.types[0];
  if (!t.is_integer() && (t.kind != 'f' || !exact(now)))
    return function(now);
  if (!now.flags.empty() && t.kind != 'f')
    return fail(); // saturated integers
  Value *a = read(now.operand(1), t), *b = read(now.operand(2), t);
  const bool add = now.detail == Instruction::Add;
  write(now.operand(0), t.kind == 'f' ? (add ? b_.CreateFAdd(a, b) : b_.CreateFSub(a, b))
                                      : (add ? b_.CreateAdd(a, b) : b_.CreateSub(a, b)));
}

// Divided by zero: any number.
void PtxExpander::divide(const PtxNow &now) {
  if (now.types.size() != 1)
    return fail();
  const PtxType t = now.types[0];
  if (!t.is_integer()) {
    if (t.kind != 'f' || !exact(now) || now.detail == 1)
      return function(now);
    return write(now.operand(0), b_.CreateFDiv(read(now.operand(1), t), read(now.operand(2), t)));
  }
  Value *a = read(now.operand(1), t), *b = read(now.operand(2), t);
  Value *zero = b_.CreateICmpEQ(b, number(t, 0)), *by = b_.CreateSelect(zero, number(t, 1), b);
  if (t.is_signed()) { // the least number by -1 wraps round
    Value *minus = b_.CreateICmpEQ(by, number(t, ~std::uint64_t(0)));
    by = b_.CreateSelect(minus, number(t, 1), by);
    Value *q = now.detail == 0 ? b_.CreateSelect(minus, b_.CreateNeg(a), b_.CreateSDiv(a, by))
                               : b_.CreateSelect(minus, number(t, 0), b_.CreateSRem(a, by));
    return write(now.operand(0), b_.CreateSelect(zero, unknown(q->getType()), q));
  }
  Value *q = now.detail == 0 ? b_.CreateUDiv(a, by) : b_.CreateURem(a, by);
  write(now.operand(0), b_.CreateSelect(zero, unknown(q->getType()), q));
}

void PtxExpander::extreme(const PtxNow &now) {
  if (now.types.size() != 1)
    return fail();
  const PtxType t = now.types[0];
  if (!t.is_integer() && (t.kind != 'f' || !now.flags.empty()))
    return function(now);
  const llvm::Intrinsic::ID least = t.kind == 'f'   ? llvm::Intrinsic::minnum
                                    : t.is_signed() ? llvm::Intrinsic::smin
                                                    : llvm::Intrinsic::umin;
  const llvm::Intrinsic::ID most = t.kind == 'f'   ? llvm::Intrinsic::maxnum
                                   : t.is_signed() ? llvm::Intrinsic::smax
                                                   : llvm::Intrinsic::umax;
  write(now.operand(0),
        b_.CreateBinaryIntrinsic(now.detail == 0 ? least : most, read(now.operand(1), t), read(now.operand(2), t)));
}

void PtxExpander::logic(const PtxNow &now) {
  if (now.types.size() != 1 || (!now.types[0].is_integer() && now.types[0].kind != 'p'))
    return fail();
  write(now.operand(0), b_.CreateBinOp(static_cast<Instruction::BinaryOps>(now.detail),
                                       read(now.operand(1), now.types[0]), read(now.operand(2), now.types[0])));
}

// .lo, .hi, .wide; of 24 bits the lower part of the product of the lower 24 bits.
Value *PtxExpander::product(const PtxNow &now, PtxType t, Value *a, Value *b) {
  const unsigned width = now.detail == 24 ? 8 : 0;
  if (width != 0 && t.bits == 32) {
    auto cut = [&](Value *v) {
      v = b_.CreateShl(v, width);
      return t.is_signed() ? b_.CreateAShr(v, width) : b_.CreateLShr(v, width);
    };
    a = cut(a), b = cut(b);
  }
  if (now.has("lo"))
    return b_.CreateMul(a, b);
  llvm::Type *wide = b_.getIntNTy(2 * t.bits);
  auto extend = [&](Value *v) { return t.is_signed() ? b_.CreateSExt(v, wide) : b_.CreateZExt(v, wide); };
  if (t.bits == 64 && now.has("hi"))
    return call_function(now.instruction.name + (t.is_signed() ? ".hi.s64" : ".hi.u64"), a->getType(), {a, b});
  if (t.bits == 64)
    return fail(), a;
  Value *p = b_.CreateMul(extend(a), extend(b), "", /*HasNUW=*/!t.is_signed(), /*HasNSW=*/t.is_signed());
  return now.has("wide") ? p : b_.CreateTrunc(b_.CreateLShr(p, t.bits), a->getType());
}

void PtxExpander::multiply(const PtxNow &now) {
  if (now.types.size() != 1)
    return fail();
  const PtxType t = now.types[0];
  if (!t.is_integer() && (t.kind != 'f' || !exact(now)))
    return function(now);
  Value *a = read(now.operand(1), t), *b = read(now.operand(2), t);
  if (t.kind == 'f')
    return write(now.operand(0), b_.CreateFMul(a, b));
  if (now.flags.size() != 1)
    return fail();
  write(now.operand(0), product(now, t, a, b));
}

void PtxExpander::multiply_add(const PtxNow &now) {
  if (now.types.size() != 1)
    return fail();
  PtxType t = now.types[0];
  if (!t.is_integer())
    return fused(now);
  if (now.flags.size() != 1)
    return fail();
  Value *p = product(now, t, read(now.operand(1), t), read(now.operand(2), t));
  if (now.has("wide"))
    t.bits *= 2;
  write(now.operand(0), b_.CreateAdd(p, read(now.operand(3), t)));
}

void PtxExpander::fused(const PtxNow &now) {
  if (now.types.size() != 1)
    return fail();
  const PtxType t = now.types[0];
  if (t.kind != 'f' || !exact(now))
    return t.is_integer() ? fail() : function(now);
  write(now.operand(0),
        b_.CreateIntrinsic(llvm::Intrinsic::fma, {llvm_type(t)},
                           {read(now.operand(1), t), read(now.operand(2), t), read(now.operand(3), t)}));
}

void PtxExpander::absolute_difference(const PtxNow &now) {
  if (now.types.size() != 1 || !now.types[0].is_integer())
    return fail();
  const PtxType t = now.types[0];
  Value *a = read(now.operand(1), t), *b = read(now.operand(2), t);
  Value *less = t.is_signed() ? b_.CreateICmpSLT(a, b) : b_.CreateICmpULT(a, b);
  Value *difference = b_.CreateSelect(less, b_.CreateSub(b, a), b_.CreateSub(a, b));
  write(now.operand(0), b_.CreateAdd(difference, read(now.operand(3), t)));
}

// Of four bytes each, and the third operand.
void PtxExpander::sum_of_differences(const PtxNow &now) {
  if (!now.has("add") || now.types.size() != 3 ||
      std::any_of(now.types.begin(), now.types.end(), [](PtxType t) { return t.kind != 'u' || t.bits != 32; }))
    return fail();
  Value *a = read(now.operand(1), now.types[1]), *b = read(now.operand(2), now.types[2]);
  Value *sum = read(now.operand(3), now.types[0]);
  for (unsigned k = 0; k < 4; ++k) {
    Value *x = b_.CreateAnd(b_.CreateLShr(a, 8 * k), 0xff), *y = b_.CreateAnd(b_.CreateLShr(b, 8 * k), 0xff);
    sum = b_.CreateAdd(sum, b_.CreateSelect(b_.CreateICmpULT(x, y), b_.CreateSub(y, x), b_.CreateSub(x, y)));
  }
  write(now.operand(0), sum);
}

void PtxExpander::negate(const PtxNow &now) {
  if (now.types.size() != 1)
    return fail();
  const PtxType t = now.types[0];
  if (!t.is_integer() && (t.kind != 'f' || !now.flags.empty()))
    return function(now);
  Value *a = read(now.operand(1), t);
  write(now.operand(0), t.kind == 'f' ? b_.CreateFNeg(a) : b_.CreateNeg(a));
}

void PtxExpander::absolute(const PtxNow &now) {
  if (now.types.size() != 1)
    return fail();
  const PtxType t = now.types[0];
  if (!t.is_integer() && (t.kind != 'f' || !now.flags.empty()))
    return function(now);
  Value *a = read(now.operand(1), t);
  write(now.operand(0), t.kind == 'f' ? b_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, a)
                                      : b_.CreateSelect(b_.CreateICmpSLT(a, number(t, 0)), b_.CreateNeg(a), a));
}

void PtxExpander::complement(const PtxNow &now) {
  if (now.types.size() != 1 || (!now.types[0].is_integer() && now.types[0].kind != 'p'))
    return fail();
  write(now.operand(0), b_.CreateNot(read(now.operand(1), now.types[0])));
}

void PtxExpander::is_zero(const PtxNow &now) {
  if (now.types.size() != 1 || !now.types[0].is_integer())
    return fail();
  Value *a = read(now.operand(1), now.types[0]);
  write(now.operand(0), b_.CreateZExt(b_.CreateICmpEQ(a, number(now.types[0], 0)), a->getType()));
}

// --- conversions -----------------------------------------------------------------------------------------------------

void PtxExpander::convert(const PtxNow &now) {
  if (now.types.size() != 2)
    return fail();
  const PtxType to = now.types[0], from = now.types[1];
  if (to.is_integer() && from.is_integer()) {
    if (!now.flags.empty())
      return fail();
    Value *v = read_part(now.operand(1), from);
    llvm::Type *type = llvm_type(to);
    v = from.is_signed() ? b_.CreateSExtOrTrunc(v, type) : b_.CreateZExtOrTrunc(v, type);
    return write_wider(now.operand(0), v, to.is_signed());
  }
  Value *v = from.is_integer() ? read_part(now.operand(1), from) : read(now.operand(1), from);
  llvm::Type *type = llvm_type(to);
  if (to.kind == 'f' && exact(now) && from.is_integer())
    v = from.is_signed() ? b_.CreateSIToFP(v, type) : b_.CreateUIToFP(v, type);
  else if (to.kind == 'f' && from.kind == 'f' && exact(now))
    v = b_.CreateFPCast(v, type);
  else
    v = call_function(now.instruction.text, type, {v});
  write_wider(now.operand(0), v, to.is_signed());
}

// --- comparisons -----------------------------------------------------------------------------------------------------

Value *PtxExpander::compare(std::string_view relation, PtxType t, Value *a, Value *b) {
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
        return b_.CreateCmp(p, a, b);
    }
  fail();
  return b_.getFalse();
}

// setp.lt.and.s32 p, a, b, q
void PtxExpander::set_predicate(const PtxNow &now) {
  const bool combined = now.instruction.operands.size() == 4;
  if (now.types.size() != 1 || now.flags.size() != (combined ? 2 : 1))
    return fail();
  const PtxType t = now.types[0];
  Value *p = compare(now.flags[0], t, read(now.operand(1), t), read(now.operand(2), t));
  if (combined) {
    Value *q = read(now.operand(3), {'p', 1});
    if (now.flags[1] == "and")
      p = b_.CreateAnd(p, q);
    else if (now.flags[1] == "or")
      p = b_.CreateOr(p, q);
    else if (now.flags[1] == "xor")
      p = b_.CreateXor(p, q);
    else
      return fail();
  }
  write(now.operand(0), p);
}

void PtxExpander::set_value(const PtxNow &now) {
  if (now.types.size() != 2 || now.flags.size() != 1)
    return fail();
  const PtxType to = now.types[0], t = now.types[1];
  Value *p = compare(now.flags[0], t, read(now.operand(1), t), read(now.operand(2), t));
  if (to.kind == 'f')
    write(now.operand(0), b_.CreateUIToFP(p, llvm_type(to)));
  else if (to.is_integer())
    write(now.operand(0), b_.CreateSExt(p, llvm_type(to)));
  else
    fail();
}

void PtxExpander::choose(const PtxNow &now) {
  if (now.types.size() != 1 || now.types[0].kind == 'p')
    return fail();
  const PtxType t = now.types[0];
  write(now.operand(0),
        b_.CreateSelect(read(now.operand(3), {'p', 1}), read(now.operand(1), t), read(now.operand(2), t)));
}

void PtxExpander::choose_by_sign(const PtxNow &now) {
  if (now.types.size() != 2 || now.types[1].bits != 32 || now.types[1].kind != 's')
    return fail();
  const PtxType t = now.types[0], s = now.types[1];
  write(now.operand(0), b_.CreateSelect(b_.CreateICmpSGE(read(now.operand(3), s), number(s, 0)),
                                        read(now.operand(1), t), read(now.operand(2), t)));
}

} // namespace lockstep::frontend
