// Teams: see warp_teams.h.
#include "cfg/analysis/sharing/warp_teams.h"

#include "cfg/ir/op_groups.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {

bool is_cast(const Expr &e) { return e->op == Op::Zext || e->op == Op::Sext || e->op == Op::Trunc; }

bool is_multiple(const Expr &e, const Launch &launch, unsigned lanes) {
  const auto part = [&](std::size_t i) { return is_multiple(e->args[i], launch, lanes); };
  if (e->op == Op::Const)
    return support::sound("teams.multiple", e->value % lanes == 0);
  if (e->op == Op::LocalSize)
    return launch.local_size[e->value] && *launch.local_size[e->value] % lanes == 0;
  if (e->op == Op::Mul)
    return part(0) || part(1);
  if (e->op == Op::Add || e->op == Op::Sub)
    return part(0) && part(1);
  if (e->op == Op::Shl)
    return is_const(e->args[1]) && e->args[1]->value < 32 && (std::uint64_t(1) << e->args[1]->value) % lanes == 0;
  return is_cast(e) && e->type.width >= 8 && e->args[0]->type.width >= 8 && part(0);
}

// e == local_id(0) + rest, rest a multiple of the lanes; rest as an expression that is the same in a team if e's
// quotient is. Null: not so.
Expr beside_local_id(const Expr &e, const Launch &launch, unsigned lanes) {
  if (e->op == Op::LocalId)
    return e->value == 0 ? constant(e->type, 0) : nullptr;
  if (is_cast(e)) // of an id, or of a sum that does not wrap
    return e->op != Op::Trunc || e->type.width >= 16 ? beside_local_id(e->args[0], launch, lanes) : nullptr;
  for (std::size_t i = 0; e->op == Op::Add && i < 2; ++i)
    if (is_multiple(e->args[1 - i], launch, lanes))
      if (const Expr rest = beside_local_id(e->args[i], launch, lanes))
        return is_const(rest, 0) ? e->args[1 - i] : nullptr;
  return nullptr;
}

bool in_rows(const Launch &launch, unsigned lanes) {
  const auto &size = launch.local_size;
  const bool one_row = size[1] == std::optional<std::uint64_t>(1) && size[2] == std::optional<std::uint64_t>(1);
  return one_row || (size[0] && *size[0] % lanes == 0);
}

} // namespace

Expr linear_local_id(const Launch &launch, Type type) {
  Expr out = leaf(Op::LocalId, 0, type);
  std::uint64_t below = 1;
  for (unsigned d = 1; d < 3; ++d) {
    below *= launch.local_size[d - 1].value_or(1);
    if (launch.local_size[d] != Launch::Extent(1))
      out = binary(Op::Add, out, binary(Op::Mul, leaf(Op::LocalId, d, type), constant(type, below)));
  }
  return out;
}

bool rank_in_team(const Expr &e, const Launch &launch, unsigned lanes) {
  return e->type.width >= 8 && support::sound("tickets.remainder", in_rows(launch, lanes)) &&
         beside_local_id(e->args[0], launch, lanes);
}

bool same_in_team(std::uint64_t dimension, const Launch &launch, unsigned lanes) {
  std::uint64_t below = 1;
  for (std::uint64_t d = 0; d < dimension; ++d) {
    if (!launch.local_size[d])
      return false;
    below *= *launch.local_size[d];
  }
  return dimension > 0 && support::sound("teams.row", below % lanes == 0);
}

Expr beside_rank(const Expr &e, const Launch &launch, unsigned lanes) {
  if (e->args.size() != 2 || e->args[1]->op != Op::Const || !in_rows(launch, lanes))
    return nullptr;
  const std::uint64_t by = e->args[1]->value;
  const bool plain = e->args[0]->op == Op::LocalId || e->args[0]->op == Op::Zext; // not negative
  const bool divides = (e->op == Op::UDiv || (e->op == Op::SDiv && plain)) && by != 0;
  const bool shifts = (e->op == Op::LShr || e->op == Op::AShr) && by < 32;
  const bool same = divides || e->op == Op::BitAnd ? by % lanes == 0 : shifts && (std::uint64_t(1) << by) % lanes == 0;
  return same ? beside_local_id(e->args[0], launch, lanes) : nullptr;
}

ExprRange exchanged_range(const Exchange &x, unsigned lanes, const ExprRange &brought, Type type) {
  const Bounds &each = brought.as_unsigned;
  auto sum_of = [&](unsigned threads, Wide lo) {
    const Wide hi = each.hi * Wide(threads), most = unsigned_bounds(type).hi;
    const bool fits = support::sound("teams.sum", hi <= most);
    return fits ? range_from_unsigned({lo, std::min(hi, most)}, type) : full_range(type);
  };
  switch (x.op) {
  case ExchangeOp::Add: return sum_of(lanes, each.lo);
  case ExchangeOp::Before: return sum_of(lanes - 1, 0);
  case ExchangeOp::Min:
  case ExchangeOp::Max:
  case ExchangeOp::UMin:
  case ExchangeOp::UMax: return brought;
  case ExchangeOp::And: return range_from_unsigned({0, each.hi}, type);
  case EXCHANGES_SHUFFLE:
  case ExchangeOp::Any:
  case ExchangeOp::All:
  case ExchangeOp::Ballot:
  case ExchangeOp::Match:
  case ExchangeOp::Or:
  case ExchangeOp::Xor:
  case EXCHANGES_FLOAT: break;
  }
  return full_range(type);
}

bool is_end(const Kernel &k, BlockId block, std::uint32_t stmt) {
  auto *bar = std::get_if<Barrier>(&k.blocks[block].stmts[stmt].node);
  return bar && bar->end;
}

} // namespace lockstep::cfg
