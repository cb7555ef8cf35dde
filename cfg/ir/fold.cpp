// Constant folding: see fold.h.
#include "cfg/ir/fold.h"

#include "cfg/ir/evaluate.h"
#include "cfg/ir/op_groups.h"
#include "support/invariant.h"

#include <algorithm>
#include <vector>

namespace lockstep::cfg {

namespace {
// Where some arguments say enough.
Expr simplified(const Expr &n) {
  const auto &a = n->args;
  switch (n->op) {
  case Op::Not:
    if (is_const(a[0]))
      return boolean(a[0]->value == 0);
    if (a[0]->op == Op::Not)
      return a[0]->args[0];
    return n;
  case Op::And:
    if (is_const(a[0]))
      return a[0]->value ? a[1] : a[0];
    if (is_const(a[1]))
      return a[1]->value ? a[0] : a[1];
    return equal(a[0], a[1]) ? a[0] : n;
  case Op::Or:
    if (is_const(a[0]))
      return a[0]->value ? a[0] : a[1];
    if (is_const(a[1]))
      return a[1]->value ? a[1] : a[0];
    return equal(a[0], a[1]) ? a[0] : n;
  case Op::Implies:
    if (is_const(a[0]))
      return a[0]->value ? a[1] : boolean(true);
    if (is_const(a[1]) && a[1]->value)
      return a[1];
    return n;
  case Op::Add:
  case Op::BitOr:
  case Op::BitXor:
    if (is_const(a[0], 0))
      return a[1];
    [[fallthrough]];
  case Op::Sub:
  case Op::Shl:
  case Op::LShr:
  case Op::AShr: return is_const(a[1], 0) ? a[0] : n;
  case Op::Mul:
    if (is_const(a[0], 0) || is_const(a[1], 1))
      return a[0];
    return is_const(a[0], 1) || is_const(a[1], 0) ? a[1] : n;
  case Op::BitAnd:
    if (is_const(a[0], 0) || is_const(a[1], ~std::uint64_t(0)))
      return a[0];
    return is_const(a[1], 0) || is_const(a[0], ~std::uint64_t(0)) ? a[1] : n;
  case Op::UDiv:
  case Op::SDiv: return is_const(a[1], 1) ? a[0] : n;
  case Op::Eq: return !a[0]->type.is_float() && equal(a[0], a[1]) ? boolean(true) : n;
  case Op::Ne: return !a[0]->type.is_float() && equal(a[0], a[1]) ? boolean(false) : n;
  case Op::Ite:
    if (is_const(a[0]))
      return a[0]->value ? a[1] : a[2];
    if (equal(a[1], a[2]))
      return a[1];
    if (n->type.is_bool() && is_const(a[1]) && is_const(a[2]))
      return a[1]->value ? a[0] : unary(Op::Not, a[0]);
    return n;
  case OPS_LEAF:
  case Op::URem:
  case Op::SRem:
  case OPS_MIN_MAX:
  case OPS_CAST:
  case OPS_ORDER:
  case OPS_FLOAT:
  case OPS_OPAQUE: return n;
  }
  LOCKSTEP_UNREACHABLE("every operation has its case");
}
} // namespace

Expr fold(Expr n) {
  if (!n->args.empty() && std::ranges::all_of(n->args, [](const Expr &a) { return is_const(a); })) {
    std::vector<std::uint64_t> bits;
    for (const Expr &a : n->args)
      bits.push_back(a->value);
    if (auto v = defined_value(*n, bits))
      return constant(n->type, *v);
  }
  return simplified(n);
}

} // namespace lockstep::cfg
