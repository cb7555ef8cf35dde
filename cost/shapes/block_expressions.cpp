// See block_expressions.h.
#include "cost/shapes/block_expressions.h"

#include "cfg/ir/op_groups.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <bit>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lockstep::coalescing {

using cfg::Expr;
using cfg::Op;

namespace {

// `x & 15` and `x % 16u` keep that many bits of x; 0: it is something else.
unsigned low_bits(const cfg::ExprNode &n) {
  if (!cfg::is_const(n.args[1]))
    return 0;
  const std::uint64_t mask = n.args[1]->value - (n.op == Op::URem ? 1 : 0);
  return (mask & (mask + 1)) == 0 ? static_cast<unsigned>(std::bit_width(mask)) : 0;
}

} // namespace

BlockValue BlockExpressions::lost(std::string why) {
  return {.terms = {}, .more = false, .exact = false, .bits = 0, .lost = std::move(why)};
}

// Why the value may differ.
std::string BlockExpressions::because(const BlockValue &v) const {
  if (!v.lost.empty())
    return v.lost;
  std::vector<std::string> all;
  for (const auto &[p, factor] : v.of_block()) {
    std::vector<std::string> parts;
    for (const Symbol s : p)
      parts.push_back(text(s));
    const Number n = factor < 0 ? -factor : factor;
    if (n != 1)
      parts.insert(parts.begin(), std::to_string(static_cast<long long>(n)));
    all.push_back((all.empty()  ? factor < 0 ? "-" : ""
                   : factor < 0 ? " - "
                                : " + ") +
                  fmt::format("{}", fmt::join(parts, " * ")));
  }
  return all.empty() ? "arithmetic that may wrap around" : fmt::format("{}", fmt::join(all, ""));
}

std::string BlockExpressions::text(Symbol s) const {
  if (s.is_variable())
    return words_.variable(s.variable());
  switch (s.quantity()) {
  case Quantity::LocalId: return words_.quantity(Op::LocalId, s.dimension());
  case Quantity::GroupId: return words_.quantity(Op::GroupId, s.dimension());
  case Quantity::LocalSize: return words_.quantity(Op::LocalSize, s.dimension());
  case Quantity::NumGroups: return words_.quantity(Op::NumGroups, s.dimension());
  case Quantity::GlobalId: return words_.global_id(s.dimension());
  case Quantity::GlobalSize: return words_.global_size(s.dimension());
  }
  LOCKSTEP_UNREACHABLE("every quantity has its case");
}

const BlockValue &BlockExpressions::value(const Expr &e) {
  if (const auto it = memo_.find(e.get()); it != memo_.end())
    return *it->second;
  SharedValue v = e->op == Op::Var ? (*state_)[e->var] : shared(compute(e));
  return *(memo_[e.get()] = std::move(v));
}

BlockValue BlockExpressions::compute(const Expr &e) {
  const unsigned width = e->type.width;
  const auto arg = [&](std::size_t i) -> const BlockValue & { return value(e->args[i]); };
  const bool no_wrap = e->nsw && k_.terms.overflow != cfg::Overflow::Wraps;
  switch (e->op) {
  case Op::Const: return e->type.is_int() ? arithmetic_.number(e->value, width) : arithmetic_.something();
  case Op::Var: break; // see above
  case Op::LocalId: return leaf(Quantity::LocalId, *e);
  case Op::GroupId: return leaf(Quantity::GroupId, *e);
  case Op::LocalSize: return leaf(Quantity::LocalSize, *e);
  case Op::NumGroups: return leaf(Quantity::NumGroups, *e);
  case Op::GlobalOffset: return arithmetic_.number(cfg::mask_to_width(offset_[e->value], width), width);
  case Op::Add: return arithmetic_.sum(arg(0), arg(1), 1, width, no_wrap);
  case Op::Sub: return arithmetic_.sum(arg(0), arg(1), -1, width, no_wrap);
  case Op::Mul: return product(e, arg(0), arg(1), no_wrap);
  case Op::Shl:
    if (cfg::is_const(e->args[1]) && e->args[1]->value + 1 < width)
      return product(e, arg(0), arithmetic_.number(std::uint64_t(1) << e->args[1]->value, width), no_wrap);
    break;
  case Op::Zext:
  case Op::Sext: return arithmetic_.extended(arg(0), e->op == Op::Sext, e->args[0]->type.width);
  case Op::Trunc: return arithmetic_.truncated(arg(0), width);
  case Op::BitAnd:
  case Op::URem: {
    const unsigned low = low_bits(*e);
    if (low != 0 && low < width)
      return arithmetic_.extended(arithmetic_.truncated(arg(0), low), false, low);
    break;
  }
  case OPS_EQUALITY:
  case OPS_ORDER:
    if (e->args[0]->type.is_int() && same_test(*e))
      return arithmetic_.something();
    break;
  case Op::Ite:
    if (arg(0).same() || (arg(1) == arg(2) && !arg(1).more))
      return arithmetic_.either(arg(1), arg(2), width);
    return lost(because(arg(0)));
  case Op::Read:
    if (k_.arrays[e->array].space == cfg::Space::Group || written_[e->array])
      return lost(fmt::format("'{}'", words_.array(e->array)));
    break;
  case Op::UDiv:
  case Op::SDiv:
  case Op::SRem:
  case OPS_RIGHT_SHIFT:
  case Op::BitOr:
  case Op::BitXor:
  case OPS_MIN_MAX:
  case OPS_LOGIC:
  case OPS_FLOAT:
  case Op::Call: break;
  }
  return function(e);
}

// The same if all its arguments are.
BlockValue BlockExpressions::function(const Expr &e) {
  for (const Expr &a : e->args)
    if (const BlockValue &v = value(a); !v.same())
      return lost(v.lost.empty() ? words_.of(e) : v.lost);
  return arithmetic_.something();
}

BlockValue BlockExpressions::leaf(Quantity q, const cfg::ExprNode &n) const {
  return arithmetic_.symbol(Symbol::of(q, static_cast<unsigned>(n.value)), n.type.width);
}

BlockValue BlockExpressions::product(const Expr &e, const BlockValue &a, const BlockValue &b, bool no_wrap) const {
  BlockValue out = arithmetic_.product(a, b, e->type.width, no_wrap);
  if (!out.lost.empty() && a.lost.empty() && b.lost.empty())
    out.lost = words_.of(e);
  return out;
}

bool BlockExpressions::same_test(const cfg::ExprNode &n) {
  const BlockValue &a = value(n.args[0]), &b = value(n.args[1]);
  const unsigned width = n.args[0]->type.width;
  if (n.op == Op::Eq || n.op == Op::Ne)
    return arithmetic_.same_distance(a, b, width, false);
  const bool with_sign = n.op == Op::Slt || n.op == Op::Sle;
  return support::sound("independence.order_of_values",
                        with_sign || (arithmetic_.never_negative(a) && arithmetic_.never_negative(b))) &&
         arithmetic_.same_distance(a, b, width, true);
}

} // namespace lockstep::coalescing
