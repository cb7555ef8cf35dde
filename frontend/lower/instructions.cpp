// Instructions that only compute: arithmetic, comparisons, casts.
#include "frontend/lower/instructions.h"
#include "cfg/ir/rewrite.h"
#include "frontend/lower/scalar_ops.h"
#include "frontend/passes/passes.h"

#include "support/sound.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Operator.h"

#include <algorithm>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {
struct BinaryRow {
  unsigned opcode;
  Op op;
};
constexpr BinaryRow binary_rows[] = {
    {llvm::Instruction::Add, Op::Add},    {llvm::Instruction::Sub, Op::Sub},    {llvm::Instruction::Mul, Op::Mul},
    {llvm::Instruction::UDiv, Op::UDiv},  {llvm::Instruction::SDiv, Op::SDiv},  {llvm::Instruction::URem, Op::URem},
    {llvm::Instruction::SRem, Op::SRem},  {llvm::Instruction::Shl, Op::Shl},    {llvm::Instruction::LShr, Op::LShr},
    {llvm::Instruction::AShr, Op::AShr},  {llvm::Instruction::And, Op::BitAnd}, {llvm::Instruction::Or, Op::BitOr},
    {llvm::Instruction::Xor, Op::BitXor}, {llvm::Instruction::FAdd, Op::FAdd},  {llvm::Instruction::FSub, Op::FSub},
    {llvm::Instruction::FMul, Op::FMul},  {llvm::Instruction::FDiv, Op::FDiv},  {llvm::Instruction::FRem, Op::FRem}};

std::optional<Op> find_binary(unsigned opcode) {
  for (const BinaryRow &row : binary_rows)
    if (row.opcode == opcode)
      return row.op;
  return std::nullopt;
}

// Makes `a` as wide as `to`, an integer type.
Expr resize(Expr a, cfg::Type to, bool is_signed) {
  if (a->type.width > to.width)
    return cfg::cast(Op::Trunc, std::move(a), to);
  return cfg::cast(is_signed ? Op::Sext : Op::Zext, std::move(a), to);
}

// The poison-generating flag of zext, uitofp (`nneg`) and of or (`disjoint`) only strengthens what is undefined: to
// ignore it is sound.
void read_flags(const llvm::Operator &op, bool &nsw, bool &nuw) {
  if (auto *o = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&op)) {
    nsw = o->hasNoSignedWrap();
    nuw = o->hasNoUnsignedWrap();
  }
}

constexpr const char *defined_operands = "no whole number is divided by zero, no quotient is too large, and none is "
                                         "shifted by its width or more (undefined in "
                                         "the source language)";

// Surely no zero, and not -1: a constant, or a number of threads or groups.
bool is_harmless_divisor(const Expr &e) {
  if (e->op == Op::Const)
    return e->value != 0 && e->value != cfg::mask_to_width(~std::uint64_t(0), e->type.width);
  const bool kept = e->op == Op::Zext || e->op == Op::Sext || (e->op == Op::Trunc && e->type.width >= 32);
  return e->op == Op::LocalSize || e->op == Op::NumGroups || (kept && is_harmless_divisor(e->args[0]));
}

Expr bool_binary(Builder &out, unsigned opcode, Expr a, Expr b) {
  switch (opcode) {
  case llvm::Instruction::And:
  case llvm::Instruction::Mul: return cfg::binary(Op::And, a, b);
  case llvm::Instruction::Or: return cfg::binary(Op::Or, a, b);
  case llvm::Instruction::Xor:
  case llvm::Instruction::Add:
  case llvm::Instruction::Sub:
    if (cfg::is_const(b))
      return b->value ? cfg::negate(a) : a;
    return cfg::binary(Op::Ne, a, b);
  default: out.refuse(std::string("'") + llvm::Instruction::getOpcodeName(opcode) + "' on one-bit integers"); return a;
  }
}
} // namespace

bool is_below(const Source &in, const llvm::Value *number, std::size_t bound) {
  return llvm::computeKnownBits(number, in.target, 0, nullptr, nullptr, nullptr, /*UseInstrInfo=*/false)
      .getMaxValue()
      .ult(bound);
}

namespace {
// Sound because what is left undefined is a listed assumption; where it is not demanded, the result is any value
// (PartialOperations::where_specified). OpenCL gives such a division some value, and masks the amounts of shifts; of IR
// that somebody else has made, a shift by too much is poison (passes/poison.cpp).
void demand_defined(Context &cx, const llvm::BinaryOperator &i, Op op, const Expr &x, const Expr &y) {
  if (support::unsound("lower.demands", cx.in.dialect == Dialect::Spir) || cx.out.annotation)
    return;
  std::vector<Expr> demands;
  if (i.isIntDivRem() && !is_harmless_divisor(y)) {
    demands.push_back(cfg::binary(Op::Ne, y, cfg::constant(y->type, 0)));
    if (op == Op::SDiv || op == Op::SRem) {
      const Expr least = cfg::constant(x->type, std::uint64_t(1) << (x->type.width - 1));
      demands.push_back(cfg::binary(Op::Or, cfg::binary(Op::Ne, x, least),
                                    cfg::binary(Op::Ne, y, cfg::constant(y->type, ~std::uint64_t(0)))));
    }
  } else if (i.isShift() && !i.getMetadata(unspecified_metadata) && !is_below(cx.in, i.getOperand(1), y->type.width)) {
    demands.push_back(cfg::binary(Op::Ult, y, cfg::constant(y->type, y->type.width)));
  }
  for (const Expr &demand : demands)
    if (!cfg::is_const(demand, 1)) {
      cx.out.emit(cfg::Assume{demand, cfg::AssumeKind::Language});
      cx.out.take_for_granted(defined_operands);
    }
}
} // namespace

void binary(Context &cx, const llvm::BinaryOperator &i) {
  bool nsw = false, nuw = false;
  read_flags(llvm::cast<llvm::Operator>(i), nsw, nuw);
  auto *left = llvm::dyn_cast<llvm::Operator>(i.getOperand(0));
  auto *right = llvm::dyn_cast<llvm::Operator>(i.getOperand(1));
  if (i.getOpcode() == llvm::Instruction::Sub && left && right && left->getOpcode() == llvm::Instruction::PtrToInt &&
      right->getOpcode() == llvm::Instruction::PtrToInt && cx.values.shape(i.getType()).size() == 1)
    return cx.values.set(&i, {{resize(cx.addresses.pointer_difference(left->getOperand(0), right->getOperand(0)),
                                      cx.values.shape(i.getType())[0].type, true),
                               nullptr}});
  Pieces a = cx.values.pieces(i.getOperand(0)), b = cx.values.pieces(i.getOperand(1)), out(a.size());
  std::optional<Op> op = find_binary(i.getOpcode());
  if (!op)
    return cx.out.refuse(std::string("'") + i.getOpcodeName() + "'");
  const auto demands = [&](const Expr &y) {
    return cx.in.dialect != Dialect::Spir && !cx.out.annotation && !is_harmless_divisor(y);
  };
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (a[k].expr->type.is_int() && (i.isIntDivRem() || i.isShift())) {
      if (i.isIntDivRem() && !b[k].expr->args.empty() && demands(b[k].expr)) {
        const cfg::VarId divisor =
            cx.out.new_var("divisor", b[k].expr->type); // of variables ranges know what is demanded
        cx.out.emit(cfg::Assign{divisor, b[k].expr});
        b[k].expr = cfg::variable(divisor, b[k].expr->type);
      }
      demand_defined(cx, i, *op, a[k].expr, b[k].expr);
      a[k].expr = cfg::fresh_copy(a[k].expr); // what is known of them here is not what is known elsewhere
      b[k].expr = cfg::fresh_copy(b[k].expr);
    }
    out[k].expr = a[k].expr->type.is_bool() ? bool_binary(cx.out, i.getOpcode(), a[k].expr, b[k].expr)
                                            : cfg::binary(*op, a[k].expr, b[k].expr, nsw, nuw);
  }
  if (i.getMetadata(lazy_metadata))
    cx.values[&i] = std::move(out);
  else
    cx.values.set(&i, std::move(out));
}

namespace {
Expr negated(Expr e) { return cfg::negate(std::move(e)); }

Expr compare_floats(llvm::CmpInst::Predicate p, const Expr &a, const Expr &b) {
  auto op = [](Op o, const Expr &x, const Expr &y) { return cfg::binary(o, x, y); };
  switch (p) {
  case llvm::CmpInst::FCMP_FALSE: return cfg::boolean(false);
  case llvm::CmpInst::FCMP_TRUE: return cfg::boolean(true);
  case llvm::CmpInst::FCMP_OEQ: return op(Op::FOeq, a, b);
  case llvm::CmpInst::FCMP_OGT: return op(Op::FOlt, b, a);
  case llvm::CmpInst::FCMP_OGE: return op(Op::FOle, b, a);
  case llvm::CmpInst::FCMP_OLT: return op(Op::FOlt, a, b);
  case llvm::CmpInst::FCMP_OLE: return op(Op::FOle, a, b);
  case llvm::CmpInst::FCMP_ONE: return op(Op::And, negated(op(Op::FUno, a, b)), negated(op(Op::FOeq, a, b)));
  case llvm::CmpInst::FCMP_ORD: return negated(op(Op::FUno, a, b));
  case llvm::CmpInst::FCMP_UNO: return op(Op::FUno, a, b);
  case llvm::CmpInst::FCMP_UEQ: return op(Op::Or, op(Op::FUno, a, b), op(Op::FOeq, a, b));
  case llvm::CmpInst::FCMP_UGT: return negated(op(Op::FOle, a, b));
  case llvm::CmpInst::FCMP_UGE: return negated(op(Op::FOlt, a, b));
  case llvm::CmpInst::FCMP_ULT: return negated(op(Op::FOle, b, a));
  case llvm::CmpInst::FCMP_ULE: return negated(op(Op::FOlt, b, a));
  case llvm::CmpInst::FCMP_UNE: return negated(op(Op::FOeq, a, b));
  default: return nullptr;
  }
}

Expr compare_bools(llvm::CmpInst::Predicate p, const Expr &a, const Expr &b) {
  auto less = [](const Expr &x, const Expr &y) {
    return cfg::binary(Op::And, negated(x), y);
  }; // unsigned: false < true
  switch (p) {
  case llvm::CmpInst::ICMP_EQ: return cfg::is_const(b) ? (b->value ? a : negated(a)) : cfg::binary(Op::Eq, a, b);
  case llvm::CmpInst::ICMP_NE: return cfg::is_const(b) ? (b->value ? negated(a) : a) : cfg::binary(Op::Ne, a, b);
  case llvm::CmpInst::ICMP_ULT:
  case llvm::CmpInst::ICMP_SGT: return less(a, b); // signed: true is -1
  case llvm::CmpInst::ICMP_UGT:
  case llvm::CmpInst::ICMP_SLT: return less(b, a);
  case llvm::CmpInst::ICMP_ULE:
  case llvm::CmpInst::ICMP_SGE: return negated(less(b, a));
  case llvm::CmpInst::ICMP_UGE:
  case llvm::CmpInst::ICMP_SLE: return negated(less(a, b));
  default: return nullptr;
  }
}
} // namespace

Expr compare_scalars(llvm::CmpInst::Predicate p, Expr a, Expr b) {
  if (a->type.is_float())
    return compare_floats(p, a, b);
  if (a->type.is_bool())
    return compare_bools(p, a, b);
  if (a->op == Op::Ite && cfg::is_const(a->args[1]) && cfg::is_const(a->args[2]) && cfg::is_const(b)) {
    Expr t = compare_scalars(p, a->args[1], b), f = compare_scalars(p, a->args[2], b); // constants
    return t->value == f->value ? t : t->value ? a->args[0] : negated(a->args[0]);
  }
  switch (p) {
  case llvm::CmpInst::ICMP_EQ: return cfg::binary(Op::Eq, a, b);
  case llvm::CmpInst::ICMP_NE: return cfg::binary(Op::Ne, a, b);
  case llvm::CmpInst::ICMP_ULT: return cfg::binary(Op::Ult, a, b);
  case llvm::CmpInst::ICMP_ULE: return cfg::binary(Op::Ule, a, b);
  case llvm::CmpInst::ICMP_UGT: return cfg::binary(Op::Ult, b, a);
  case llvm::CmpInst::ICMP_UGE: return cfg::binary(Op::Ule, b, a);
  case llvm::CmpInst::ICMP_SLT: return cfg::binary(Op::Slt, a, b);
  case llvm::CmpInst::ICMP_SLE: return cfg::binary(Op::Sle, a, b);
  case llvm::CmpInst::ICMP_SGT: return cfg::binary(Op::Slt, b, a);
  case llvm::CmpInst::ICMP_SGE: return cfg::binary(Op::Sle, b, a);
  default: LOCKSTEP_UNREACHABLE("an integer comparison has an integer predicate");
  }
}

void compare(Context &cx, const llvm::CmpInst &i) {
  if (i.getOperand(0)->getType()->isPointerTy())
    return cx.values.set(
        &i, {{cx.addresses.compare_pointers(i.getPredicate(), i.getOperand(0), i.getOperand(1)), nullptr}});
  if (contains_pointer(i.getOperand(0)->getType()))
    return cx.out.refuse("a comparison of vectors of pointers");
  Pieces a = cx.values.pieces(i.getOperand(0)), b = cx.values.pieces(i.getOperand(1)), out(a.size());
  for (std::size_t k = 0; k < a.size(); ++k)
    out[k].expr = compare_scalars(i.getPredicate(), a[k].expr, b[k].expr);
  cx.values.set(&i, std::move(out));
}

Expr cast_scalar(Builder &out, unsigned opcode, Expr a, cfg::Type to) {
  bool from_bool = a->type.is_bool();
  auto number = [&](std::uint64_t bits) { return cfg::constant(to, bits); };
  switch (opcode) {
  case llvm::Instruction::ZExt: return from_bool ? cfg::ite(a, number(1), number(0)) : cfg::cast(Op::Zext, a, to);
  case llvm::Instruction::SExt:
    return from_bool ? cfg::ite(a, number(~std::uint64_t(0)), number(0)) : cfg::cast(Op::Sext, a, to);
  case llvm::Instruction::Trunc:
    if (to.is_bool())
      return from_bool ? a
                       : cfg::binary(Op::Ne, cfg::binary(Op::BitAnd, a, cfg::constant(a->type, 1)),
                                     cfg::constant(a->type, 0));
    return cfg::cast(Op::Trunc, a, to);
  case llvm::Instruction::FPTrunc:
  case llvm::Instruction::FPExt: return cfg::cast(Op::FToF, a, to);
  case llvm::Instruction::FPToSI:
  case llvm::Instruction::FPToUI:
    if (to.is_bool()) // defined for 0 and 1 (or -1) only
      return cfg::binary(Op::Ne, cfg::cast(Op::FToS, a, cfg::int_type(32)), cfg::constant(cfg::int_type(32), 0));
    return cfg::cast(opcode == llvm::Instruction::FPToSI ? Op::FToS : Op::FToU, a, to);
  case llvm::Instruction::SIToFP:
  case llvm::Instruction::UIToFP: {
    bool is_signed = opcode == llvm::Instruction::SIToFP;
    if (from_bool)
      a = cast_scalar(out, is_signed ? llvm::Instruction::SExt : llvm::Instruction::ZExt, a, cfg::int_type(32));
    return cfg::cast(is_signed ? Op::SToF : Op::UToF, a, to);
  }
  case llvm::Instruction::PtrToInt: // to.width need not be the pointer's
    return to.is_bool() ? cast_scalar(out, llvm::Instruction::Trunc, a, to) : resize(a, to, false);
  case llvm::Instruction::BitCast: return a->type.is_bool() || to.is_bool() ? a : bit_cast(a, to);
  default:
    out.refuse(std::string("the conversion '") + llvm::Instruction::getOpcodeName(opcode) + "'");
    return cfg::constant(to, 0);
  }
}

// A bitcast between vectors (and scalars): the bits in memory order, cut anew. Device targets are little-endian.
Pieces regroup(Context &cx, const Pieces &from, const std::vector<Scalar> &to) {
  Pieces out(to.size());
  if (from.size() == to.size()) {
    for (std::size_t i = 0; i < to.size(); ++i)
      out[i].expr = cast_scalar(cx.out, llvm::Instruction::BitCast, from[i].expr, to[i].type);
    return out;
  }
  unsigned from_width = from[0].expr->type.width, to_width = to[0].type.width;
  if (std::max(from_width, to_width) % std::min(from_width, to_width) != 0 ||
      from.size() * from_width != to.size() * to_width) {
    cx.out.refuse("a reinterpretation between vectors of such elements");
    for (std::size_t i = 0; i < to.size(); ++i)
      cx.values.define(out[i], to[i]);
    return out;
  }
  for (std::size_t i = 0; i < to.size(); ++i) {
    Expr bits;
    if (to_width > from_width) {
      std::size_t n = to_width / from_width;
      for (std::size_t k = 0; k < n; ++k) {
        Expr part = from[i * n + k].expr;
        part = part->type.is_bool()
                   ? cast_scalar(cx.out, llvm::Instruction::ZExt, part, cfg::int_type(to_width))
                   : cfg::cast(Op::Zext, bit_cast(part, cfg::int_type(from_width)), cfg::int_type(to_width));
        part = cfg::binary(Op::Shl, part, cfg::constant(part->type, k * from_width));
        bits = bits ? cfg::binary(Op::BitOr, bits, part) : part;
      }
    } else {
      std::size_t n = from_width / to_width;
      Expr whole = bit_cast(from[i / n].expr, cfg::int_type(from_width));
      bits = cfg::binary(Op::LShr, whole, cfg::constant(whole->type, (i % n) * to_width));
      bits = cast_scalar(cx.out, llvm::Instruction::Trunc, bits,
                         to[i].type.is_bool() ? cfg::bool_type : cfg::int_type(to_width));
    }
    out[i].expr = cast_scalar(cx.out, llvm::Instruction::BitCast, bits, to[i].type);
  }
  return out;
}

namespace {
// Only operand of subtractions of two addresses (or of a way straight back to a pointer): not needed as a number.
bool only_in_differences(const llvm::CastInst &i) {
  for (const llvm::User *u : i.users()) {
    auto *sub = llvm::dyn_cast<llvm::BinaryOperator>(u);
    bool difference = sub && sub->getOpcode() == llvm::Instruction::Sub &&
                      llvm::isa<llvm::PtrToIntOperator>(sub->getOperand(0)) &&
                      llvm::isa<llvm::PtrToIntOperator>(sub->getOperand(1));
    if (!difference && !llvm::isa<llvm::IntToPtrInst>(u))
      return false;
  }
  return true;
}
} // namespace

void cast(Context &cx, const llvm::CastInst &i) {
  const llvm::Value *from = i.getOperand(0);
  std::vector<Scalar> to = cx.values.shape(i.getType());
  if (to.empty())
    return;
  switch (i.getOpcode()) {
  case llvm::Instruction::AddrSpaceCast: return cx.values.set(&i, cx.values.value(from));
  case llvm::Instruction::IntToPtr: return cx.values.set(&i, cx.addresses.int_to_pointer(from));
  case llvm::Instruction::PtrToInt: {
    if (!from->getType()->isPointerTy())
      return cx.out.refuse("the addresses in a vector of pointers");
    if (only_in_differences(i))
      return;
    Pointer p = cx.values.pointer(from);
    return cx.values.set(
        &i, {{cast_scalar(cx.out, llvm::Instruction::PtrToInt, cx.addresses.address(p.piece, p.targets), to[0].type),
              nullptr}});
  }
  case llvm::Instruction::BitCast: {
    if (contains_pointer(i.getType()))
      return cx.values.set(&i, cx.values.value(from));
    Pieces p = cx.values.pieces(from);
    if (p.empty())
      return;
    return cx.values.set(&i, regroup(cx, p, to));
  }
  default: break;
  }
  Pieces p = cx.values.pieces(from), out(to.size());
  for (std::size_t k = 0; k < std::min(p.size(), to.size()); ++k)
    out[k].expr = cast_scalar(cx.out, i.getOpcode(), p[k].expr, to[k].type);
  cx.values.set(&i, std::move(out));
}

namespace {
// && and || come as selections with a constant.
Expr choose(const Expr &c, const Expr &t, const Expr &f) {
  if (t->type.is_bool() && cfg::is_const(f))
    return f->value ? cfg::binary(Op::Or, cfg::negate(c), t) : cfg::binary(Op::And, c, t);
  if (t->type.is_bool() && cfg::is_const(t))
    return t->value ? cfg::binary(Op::Or, c, f) : cfg::binary(Op::And, cfg::negate(c), f);
  return cfg::ite(c, t, f);
}
} // namespace

void select(Context &cx, const llvm::SelectInst &i) {
  Pieces c = cx.values.pieces(i.getCondition()), a = cx.values.pieces(i.getTrueValue()),
         b = cx.values.pieces(i.getFalseValue()), out(a.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    const Expr &condition = c.size() == 1 ? c[0].expr : c[k].expr;
    out[k].expr = choose(condition, a[k].expr, b[k].expr);
    if (a[k].which)
      out[k].which = cfg::ite(condition, a[k].which, b[k].which);
  }
  cx.values.set(&i, std::move(out));
}

// What may be poison has been settled before (passes/poison.cpp).
void freeze(Context &cx, const llvm::FreezeInst &i) {
  Pieces p = cx.values.pieces(i.getOperand(0));
  if (is_event(i.getType()) && llvm::isa<llvm::UndefValue>(i.getOperand(0)) && !p.empty() && p[0].expr)
    return cx.values.set(&i,
                         {{cfg::constant(p[0].expr->type, 0), nullptr}}); // an event that nobody has set is no copy's
  cx.values.set(&i, std::move(p));
}

} // namespace lockstep::frontend
