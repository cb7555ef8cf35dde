// Teams: see teams.h.
#include "cfg/analysis/teams.h"

#include "cfg/analysis/dominators.h"
#include "support/budget.h"
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
  case Op::Zext:
  case Op::Sext:
  case Op::Trunc: return e->type.width >= 8 && e->args[0]->type.width >= 8 && is_multiple(e->args[0], launch, lanes);
  default: return false;
  }
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
    return nullptr;
  default: return nullptr;
  }
}

bool in_rows(const Launch &launch, unsigned lanes) {
  const auto &size = launch.local_size;
  const bool one_row = size[1] == std::optional<std::uint64_t>(1) && size[2] == std::optional<std::uint64_t>(1);
  return one_row || (size[0] && *size[0] % lanes == 0);
}

} // namespace

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
  switch (e->op) {
  case Op::SDiv:
    if (!plain)
      return nullptr;
    [[fallthrough]];
  case Op::UDiv:
    if (by == 0 || by % lanes != 0)
      return nullptr;
    break;
  case Op::LShr:
  case Op::AShr:
    if (by >= 32 || (std::uint64_t(1) << by) % lanes != 0)
      return nullptr;
    break;
  case Op::BitAnd:
    if (by % lanes != 0)
      return nullptr;
    break;
  default: return nullptr;
  }
  return beside_local_id(e->args[0], launch, lanes);
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
  default: return full_range(type);
  }
}

bool is_end(const Kernel &k, BlockId block, std::uint32_t stmt) {
  auto *bar = std::get_if<Barrier>(&k.blocks[block].stmts[stmt].node);
  return bar && bar->end;
}

namespace {
// What holds of a block and of all that can be reached from it.
std::vector<bool> for_all_behind(const Kernel &k, std::vector<bool> holds) {
  for (bool changed = true; changed;) {
    support::spend_round();
    changed = false;
    for (BlockId b = static_cast<BlockId>(k.blocks.size()); b-- > 0;)
      for (BlockId s : successors(k.blocks[b].end))
        if (holds[b] && !holds[s]) {
          holds[b] = false;
          changed = true;
        }
  }
  return holds;
}
} // namespace

Endings endings(const Kernel &k) {
  Endings out;
  out.no_barrier.assign(k.blocks.size(), true);
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < k.blocks[b].stmts.size(); ++i)
      if (std::holds_alternative<Barrier>(k.blocks[b].stmts[i].node) && !is_end(k, b, i))
        out.no_barrier[b] = false;
  out.no_barrier = for_all_behind(k, out.no_barrier);
  // Barriers that are not on all ways there. In lock step threads meet without any.
  std::vector<bool> behind(k.blocks.size(), k.terms.lock_step != 0);
  const DominatorTree tree = dominators(k);
  const Graph graph = graph_of(k);
  for (BlockId b = 0; b < k.blocks.size(); ++b) {
    const auto &stmts = k.blocks[b].stmts;
    if (std::none_of(stmts.begin(), stmts.end(), [](const Stmt &s) { return warp_barrier(s) != nullptr; }))
      continue;
    const std::vector<bool> on = reachable(graph, graph[b]);
    for (BlockId e = 0; e < k.blocks.size(); ++e)
      behind[e] = behind[e] || (on[e] && !tree.dominates(b, e));
  }
  out.accesses.assign(k.blocks.size(), false);
  for (const AccessRef &a : shared_accesses(k))
    out.accesses[a.block] = out.no_barrier[a.block] && behind[a.block];
  out.quiet = out.no_barrier;
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    out.quiet[b] = out.quiet[b] && !out.accesses[b];
  out.quiet = for_all_behind(k, out.quiet);
  out.silent = out.no_barrier;
  for (BlockId b = 0; b < k.blocks.size(); ++b) {
    const auto &stmts = k.blocks[b].stmts;
    for (std::uint32_t i = 0; i < stmts.size(); ++i)
      out.silent[b] = out.silent[b] && is_end(k, b, i);
    out.silent[b] = out.silent[b] && successors(k.blocks[b].end).size() <= 1;
  }
  out.silent = for_all_behind(k, out.silent);
  return out;
}

bool some_end_early(const Kernel &k) {
  const Endings end = endings(k);
  for (const Block &b : k.blocks) {
    bool ends = false, goes_on = false;
    for (BlockId s : successors(b.end)) {
      ends = ends || end.quiet[s];
      goes_on = goes_on || !end.no_barrier[s];
    }
    if (ends && goes_on)
      return true;
  }
  return false;
}

} // namespace lockstep::cfg
