// Teams: see warp_teams.h.
#include "cfg/analysis/sharing/warp_teams.h"

#include "cfg/ir/op_groups.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {

bool is_multiple(const Expr &e, const Launch &launch, unsigned lanes) {
  switch (e->op) {
  case Op::Const: return e->value % lanes == 0 || support::left_out("teams.multiple");
  case Op::LocalSize: {
    const Launch::Extent &size = launch.local_size[e->value];
    return size && *size % lanes == 0;
  }
  case Op::Mul: return is_multiple(e->args[0], launch, lanes) || is_multiple(e->args[1], launch, lanes);
  case Op::Add:
  case Op::Sub: return is_multiple(e->args[0], launch, lanes) && is_multiple(e->args[1], launch, lanes);
  case Op::Shl: {
    const Expr &by = e->args[1];
    return by->op == Op::Const && by->value < 32 && (std::uint64_t(1) << by->value) % lanes == 0;
  }
  case OPS_CAST: return e->type.width >= 8 && e->args[0]->type.width >= 8 && is_multiple(e->args[0], launch, lanes);
  case Op::Var:
  case Op::LocalId:
  case OPS_GRID:
  case OPS_DIVISION:
  case OPS_RIGHT_SHIFT:
  case OPS_BITWISE:
  case OPS_MIN_MAX:
  case OPS_TRUTH:
  case Op::Ite:
  case OPS_FLOAT:
  case OPS_OPAQUE: break;
  }
  return false;
}

// e == local_id(0) + rest, rest a multiple of the lanes; rest as an expression that is the same in a team if e's
// quotient is. Null: not so.
Expr beside_local_id(const Expr &e, const Launch &launch, unsigned lanes) {
  switch (e->op) {
  case Op::LocalId: return e->value == 0 ? constant(e->type, 0) : nullptr;
  case Op::Zext: // of an id, or of a sum that does not wrap
  case Op::Sext: return beside_local_id(e->args[0], launch, lanes);
  case Op::Trunc: return e->type.width >= 16 ? beside_local_id(e->args[0], launch, lanes) : nullptr;
  case Op::Add:
    for (std::size_t i : {0u, 1u})
      if (is_multiple(e->args[1 - i], launch, lanes))
        if (const Expr rest = beside_local_id(e->args[i], launch, lanes))
          return rest->op == Op::Const && rest->value == 0 ? e->args[1 - i] : nullptr;
    break;
  case Op::Const:
  case Op::Var:
  case Op::LocalSize:
  case OPS_GRID:
  case Op::Sub:
  case Op::Mul:
  case Op::Shl:
  case OPS_DIVISION:
  case OPS_RIGHT_SHIFT:
  case OPS_BITWISE:
  case OPS_MIN_MAX:
  case OPS_TRUTH:
  case Op::Ite:
  case OPS_FLOAT:
  case OPS_OPAQUE: break;
  }
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
  return e->type.width >= 8 && (in_rows(launch, lanes) || support::left_out("tickets.remainder")) &&
         beside_local_id(e->args[0], launch, lanes);
}

bool same_in_team(std::uint64_t dimension, const Launch &launch, unsigned lanes) {
  std::uint64_t below = 1;
  for (std::uint64_t d = 0; d < dimension; ++d) {
    if (!launch.local_size[d])
      return false;
    below *= *launch.local_size[d];
  }
  return dimension > 0 && (below % lanes == 0 || support::left_out("teams.row"));
}

Expr beside_rank(const Expr &e, const Launch &launch, unsigned lanes) {
  if (e->args.size() != 2 || e->args[1]->op != Op::Const || !in_rows(launch, lanes))
    return nullptr;
  const std::uint64_t by = e->args[1]->value;
  const bool plain = e->args[0]->op == Op::LocalId || e->args[0]->op == Op::Zext; // not negative
  const bool divides = e->op == Op::UDiv || (e->op == Op::SDiv && plain),
             shifts = e->op == Op::LShr || e->op == Op::AShr;
  const bool same = divides               ? by != 0 && by % lanes == 0
                    : shifts              ? by < 32 && (std::uint64_t(1) << by) % lanes == 0
                    : e->op == Op::BitAnd ? by % lanes == 0
                                          : false;
  return same ? beside_local_id(e->args[0], launch, lanes) : nullptr;
}

ExprRange exchanged_range(const Exchange &x, unsigned lanes, const ExprRange &brought, Type type) {
  const Bounds &each = brought.as_unsigned;
  auto sum_of = [&](unsigned threads, Wide lo) {
    const Wide hi = each.hi * Wide(threads), most = unsigned_bounds(type).hi;
    const bool fits = hi <= most || support::left_out("teams.sum");
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
  case ExchangeOp::Shuffle:
  case ExchangeOp::ShuffleIdx:
  case ExchangeOp::ShuffleUp:
  case ExchangeOp::ShuffleDown:
  case ExchangeOp::ShuffleXor:
  case ExchangeOp::Any:
  case ExchangeOp::All:
  case ExchangeOp::Ballot:
  case ExchangeOp::Match:
  case ExchangeOp::Or:
  case ExchangeOp::Xor:
  case ExchangeOp::FAdd:
  case ExchangeOp::FMin:
  case ExchangeOp::FMax: break;
  }
  return full_range(type);
}

bool is_end(const Kernel &k, BlockId block, std::uint32_t stmt) {
  auto *bar = std::get_if<Barrier>(&k.blocks[block].stmts[stmt].node);
  return bar && bar->end;
}

} // namespace lockstep::cfg
