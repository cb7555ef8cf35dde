// Counters that give tickets, and how far they are moved: see tickets.h.
#include "cfg/analysis/graph/graph.h"
#include "cfg/analysis/order/ticket_parts.h"
#include "cfg/ir/op_groups.h"
#include "cfg/ir/rewrite.h"
#include "support/sound.h"

#include <algorithm>
#include <set>

namespace lockstep::cfg {

// By how much it moves the counter; null: it is none of those that do.
Expr step_of(const Atomic &a) {
  switch (a.op) {
  case AtomicOp::Add:
  case AtomicOp::Sub: return a.operands[0];
  case AtomicOp::Inc:
  case AtomicOp::Dec: return a.operands.empty() ? nullptr : constant(a.operands[0]->type, 1);
  case AtomicOp::Xchg:
  case AtomicOp::CmpXchg:
  case ATOMICS_MIN_MAX:
  case ATOMICS_BITWISE:
  case AtomicOp::Load:
  case AtomicOp::Store:
  case AtomicOp::FAdd:
  case AtomicOp::Other: break;
  }
  return nullptr;
}
bool goes_up(const Atomic &a) { return a.op == AtomicOp::Add || a.op == AtomicOp::Inc; }

const Atomic *addition(const Kernel &k, const DrawPlace &p) {
  return std::get_if<Atomic>(&k.blocks[p.block].stmts[p.stmt].node);
}

// The launch's sizes, where they are given.
Expr with_sizes(const Expr &e, const Launch &launch) {
  return replace(e, [&](const Expr &n) -> Expr {
    const bool size = n->op == Op::LocalSize, groups = n->op == Op::NumGroups;
    if (!size && !groups)
      return nullptr;
    const Launch::Extent &x = (size ? launch.local_size : launch.num_groups)[n->value];
    return x ? constant(n->type, *x) : nullptr;
  });
}

// Additions that begin anew at a limit: all of them at one, and in one direction. At the type's last value that is what
// all additions do.
void find_limit(const Kernel &k, DrawnCounter &c, const Launch &launch) {
  std::size_t limited = 0, up = 0;
  std::set<std::uint64_t> limits;
  for (const DrawPlace &p : c.additions) {
    const Atomic &a = *addition(k, p);
    up += goes_up(a) ? 1 : 0;
    if (a.op != AtomicOp::Inc && a.op != AtomicOp::Dec)
      continue;
    ++limited;
    const Expr limit = with_sizes(a.operands[0], launch);
    if (!is_const(limit)) {
      c.regular = false;
      return;
    }
    limits.insert(limit->value);
  }
  const std::uint64_t last =
      limited == 0 ? 0 : mask_to_width(~std::uint64_t(0), addition(k, c.additions[0])->operands[0]->type.width);
  if (limited == 0 || (limits.size() == 1 && *limits.begin() == last))
    return;
  c.limit = *limits.begin();
  c.regular = c.regular && limits.size() == 1 && limited == c.additions.size() && (up == 0 || up == limited);
}

std::vector<DrawnCounter> drawn_counters(const Kernel &k, const Launch &launch) {
  std::vector<DrawnCounter> out(k.arrays.size());
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < k.blocks[b].stmts.size(); ++i) {
      const Stmt &s = k.blocks[b].stmts[i];
      if (auto *st = std::get_if<Store>(&s.node)) {
        out[st->array].stores.push_back({b, i});
      } else if (auto *a = std::get_if<Atomic>(&s.node); a && a->op != AtomicOp::Load) {
        DrawnCounter &c = out[a->array];
        c.regular = c.regular && step_of(*a) && a->per_value == 1 && a->operands.size() == 1 &&
                    a->operands[0]->type.is_int() && a->operands[0]->type.width == 8 * k.arrays[a->array].granule_bytes;
        c.additions.push_back({b, i});
      }
    }
  for (DrawnCounter &c : out)
    if (c.regular)
      find_limit(k, c, launch);
  return out;
}

// Does a path lead from behind an addition to a store?
bool stored_after_addition(const Kernel &k, const DrawnCounter &c) {
  const Graph g = graph_of(k);
  std::vector<Node> behind;
  for (const DrawPlace &a : c.additions) {
    for (const DrawPlace &s : c.stores)
      if (s.block == a.block && s.stmt > a.stmt)
        return true;
    behind.insert(behind.end(), g[a.block].begin(), g[a.block].end());
  }
  const std::vector<bool> reached = reachable(g, std::move(behind));
  return std::any_of(c.stores.begin(), c.stores.end(), [&](const DrawPlace &s) { return reached[s.block]; });
}

// The same for all threads of the launch, and at any time.
bool same_for_all(const Kernel &k, const Expr &e) {
  return !any_node(e, [&](const ExprNode &n) {
    return n.op == Op::Read || n.op == Op::LocalId || n.op == Op::GroupId || n.op == Op::Call ||
           (n.op == Op::Var && !k.vars[n.var].param);
  });
}

std::optional<Movement> movement(const Kernel &k, const DrawnCounter &c, const AmountBounds &bounds) {
  std::optional<std::uint64_t> step; // forth, modulo 2^width
  bool one = true;
  Movement out;
  Type type;
  for (const DrawPlace &p : c.additions) {
    const Atomic &a = *addition(k, p);
    const Expr by = step_of(a);
    type = by->type;
    if (!is_const(by)) {
      one = false;
      continue;
    }
    const std::uint64_t forth = mask_to_width(goes_up(a) ? by->value : 0 - by->value, type.width);
    one = one && (!step || *step == forth);
    step = forth;
  }
  if (one && step) {
    const std::uint64_t apart = std::min(*step, mask_to_width(0 - *step, type.width));
    if (apart == 0)
      return std::nullopt;
    return Movement{constant(type, apart), apart, apart};
  }
  const Atomic &one_of_them = *addition(k, c.additions[0]);
  const bool alike = std::all_of(c.additions.begin(), c.additions.end(), [&](const DrawPlace &p) {
    return addition(k, p)->op == one_of_them.op && equal(step_of(*addition(k, p)), step_of(one_of_them));
  });
  for (std::size_t i = 0; i < c.additions.size(); ++i) {
    const Atomic &a = *addition(k, c.additions[i]);
    const Bounds by = bounds(c.additions[i], step_of(a));
    if ((a.op != AtomicOp::Add || by.lo < 0) && alike && same_for_all(k, step_of(a)))
      return Movement{nullptr, 0, Wide::power_of_two(type.width), step_of(a)};
    if (a.op != AtomicOp::Add || support::unsound("tickets.negative", by.lo < 0))
      return std::nullopt;
    out.least = i == 0 ? by.lo : std::min(out.least, by.lo);
    out.most = std::max(out.most, by.hi);
  }
  return out;
}

// Threads that share a counter in this space; empty: a size is free.
std::optional<Wide> sharers(const Launch &launch, Space space) {
  Wide out = 1;
  for (std::size_t d = 0; d < 3; ++d) {
    if (!launch.local_size[d] || (space == Space::Global && !launch.num_groups[d]))
      return std::nullopt;
    out *= *launch.local_size[d];
    if (space == Space::Global)
      out *= *launch.num_groups[d];
  }
  return out;
}

Round comes_round(const Kernel &k, ArrayId array, const DrawnCounter &c, const Movement &m, const LoopForest &forest,
                  const Launch &launch) {
  const auto threads = sharers(launch, k.arrays[array].space);
  if (!threads)
    return Round::Unknown;
  const Wide all = c.limit ? Wide(*c.limit) + 1 : Wide::power_of_two(8 * k.arrays[array].granule_bytes),
             draws = *threads * Wide(c.additions.size());
  if (m.least > 0 && draws > all / m.least)
    return Round::Surely;
  const bool in_loop = std::any_of(c.additions.begin(), c.additions.end(),
                                   [&](const DrawPlace &p) { return forest.loop_of[p.block] >= 0; });
  return !in_loop && (m.most == 0 || draws <= all / m.most) ? Round::Never : Round::Unknown;
}

std::optional<Wide> span_of(const Kernel &k, ArrayId array, const DrawnCounter &c, const Movement &m,
                            const LoopForest &forest, const Launch &launch) {
  const auto threads = sharers(launch, k.arrays[array].space);
  const bool in_loop = std::any_of(c.additions.begin(), c.additions.end(),
                                   [&](const DrawPlace &p) { return forest.loop_of[p.block] >= 0; });
  if (!threads || !m.constant || c.limit || support::unsound("tickets.span", in_loop))
    return std::nullopt;
  const Wide out = (*threads * Wide(c.additions.size()) - 1) * m.most;
  return out < Wide::power_of_two(8 * k.arrays[array].granule_bytes - 1) ? std::optional(out) : std::nullopt;
}

} // namespace lockstep::cfg
