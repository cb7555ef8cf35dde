// Operations of host code on values: see host_arithmetic.h.
#include "frontend/host/values/host_arithmetic.h"

#include "cfg/ir/op_groups.h"
#include "support/sound.h"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace lockstep::frontend {

using cfg::Op;

namespace {
// Is it one of numbers that are all above zero?
bool is_positive_choice(const cfg::Expr &e, const HostCall &call) {
  for (cfg::Expr x = e; x && x->op == cfg::Op::Var; x = call.names.definition(x->var))
    for (const HostChoice &c : call.choices)
      if (c.variable->var == x->var)
        return std::all_of(c.values.begin(), c.values.end(),
                           [](const HostChoice::Value &v) { return cfg::signed_value(*v.value) > 0; });
  return false;
}
} // namespace

cfg::Expr HostArithmetic::operation(clang::BinaryOperatorKind kind, const cfg::Expr &a, cfg::Expr b, bool is_signed) {
  std::optional<Op> op;
  switch (kind) {
  case clang::BO_Add: op = Op::Add; break;
  case clang::BO_Sub: op = Op::Sub; break;
  case clang::BO_Mul: op = Op::Mul; break;
  case clang::BO_Div: op = is_signed ? Op::SDiv : Op::UDiv; break;
  case clang::BO_Rem: op = is_signed ? Op::SRem : Op::URem; break;
  case clang::BO_And: op = Op::BitAnd; break;
  case clang::BO_Or: op = Op::BitOr; break;
  case clang::BO_Shl: op = Op::Shl; break;
  case clang::BO_Shr: op = is_signed ? Op::AShr : Op::LShr; break;
  default: return nullptr;
  }
  if (!a || !b)
    return nullptr;
  const bool shift = *op == Op::Shl || *op == Op::AShr || *op == Op::LShr;
  if (shift && (!cfg::is_const(b) || b->value >= a->type.width))
    return nullptr;
  if ((kind == clang::BO_Div || kind == clang::BO_Rem) && !is_divided(a, b, is_signed))
    return nullptr;
  if (shift && !(b->type == a->type))
    b = cfg::constant(a->type, b->value);
  if (!(a->type == b->type))
    return nullptr;
  const bool flagged = perhaps_ == 0 && (*op == Op::Add || *op == Op::Sub || *op == Op::Mul);
  return cfg::binary(*op, a, b, is_signed && flagged, false);
}

// Is the quotient defined? Where it is evaluated, the divisor is not zero, nor the quotient too large: a condition of
// the launch. Sound because what divides by zero on the way to a launch does not come to it.
bool HostArithmetic::is_divided(const cfg::Expr &a, const cfg::Expr &b, bool is_signed) {
  if (cfg::is_const(b))
    return b->value != 0 && cfg::signed_value(*b) != -1;
  if (is_positive_choice(b, call_))
    return true;
  if (support::unsound("host_values.evaluated", perhaps_ != 0))
    return false;
  const auto differs = [](const cfg::Expr &e, std::uint64_t bits) {
    return cfg::binary(Op::Ne, e, cfg::constant(e->type, cfg::mask_to_width(bits, e->type.width)));
  };
  call_.conditions.push_back(differs(b, 0));
  if (is_signed)
    call_.conditions.push_back(
        cfg::binary(Op::Or, differs(a, std::uint64_t(1) << (a->type.width - 1)), differs(b, ~std::uint64_t(0))));
  return true;
}

cfg::Expr resized(const cfg::Expr &x, cfg::Type to, bool from_signed) {
  if (x->type == to)
    return x;
  if (to.width < x->type.width)
    return cfg::cast(Op::Trunc, x, to);
  return cfg::cast(from_signed ? Op::Sext : Op::Zext, x, to);
}

cfg::Expr opposite(const cfg::Expr &e) {
  switch (e->op) {
  case Op::Slt: return cfg::binary(Op::Sle, e->args[1], e->args[0]);
  case Op::Sle: return cfg::binary(Op::Slt, e->args[1], e->args[0]);
  case Op::Ult: return cfg::binary(Op::Ule, e->args[1], e->args[0]);
  case Op::Ule: return cfg::binary(Op::Ult, e->args[1], e->args[0]);
  case Op::And: return cfg::binary(Op::Or, opposite(e->args[0]), opposite(e->args[1]));
  case Op::Or: return cfg::binary(Op::And, opposite(e->args[0]), opposite(e->args[1]));
  case OPS_LEAF:
  case OPS_NUMBER:
  case OPS_CAST:
  case OPS_EQUALITY:
  case Op::Not:
  case Op::Implies:
  case Op::Ite:
  case OPS_FLOAT:
  case OPS_OPAQUE: break;
  }
  return cfg::negate(e);
}

} // namespace lockstep::frontend
