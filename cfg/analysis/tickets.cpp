// Tickets: see tickets.h.
#include "cfg/analysis/tickets.h"

#include "cfg/analysis/facts.h"
#include "cfg/analysis/graph.h"
#include "cfg/analysis/rewrite.h"
#include "cfg/analysis/teams.h"
#include "cfg/analysis/uniformity.h"
#include "cfg/analysis/unwritten.h"
#include "support/budget.h"
#include "support/sound.h"

#include <algorithm>
#include <optional>
#include <set>

namespace lockstep::cfg {

namespace {

struct Place {
  BlockId block;
  std::uint32_t stmt;
};

// What is known of an array's use as a counter.
struct Counter {
  bool regular = true; // no access but loads, stores and additions of one granule
  std::vector<Place> additions, stores;
};

const Atomic *addition(const Kernel &k, const Place &p) {
  return std::get_if<Atomic>(&k.blocks[p.block].stmts[p.stmt].node);
}

std::vector<Counter> counters(const Kernel &k) {
  std::vector<Counter> out(k.arrays.size());
  for (BlockId b = 0; b < k.blocks.size(); ++b)
    for (std::uint32_t i = 0; i < k.blocks[b].stmts.size(); ++i) {
      const Stmt &s = k.blocks[b].stmts[i];
      if (auto *st = std::get_if<Store>(&s.node)) {
        out[st->array].stores.push_back({b, i});
      } else if (auto *a = std::get_if<Atomic>(&s.node); a && a->op != AtomicOp::Load) {
        Counter &c = out[a->array];
        c.regular = c.regular && (a->op == AtomicOp::Add || a->op == AtomicOp::Sub) && a->per_value == 1 &&
                    a->operands.size() == 1 && a->operands[0]->type.is_int() &&
                    a->operands[0]->type.width == 8 * k.arrays[a->array].granule_bytes;
        c.additions.push_back({b, i});
      }
    }
  return out;
}

// Does a path lead from behind an addition to a store?
bool stored_after_addition(const Kernel &k, const Counter &c) {
  const Graph g = graph_of(k);
  std::vector<Node> behind;
  for (const Place &a : c.additions) {
    for (const Place &s : c.stores)
      if (s.block == a.block && s.stmt > a.stmt)
        return true;
    behind.insert(behind.end(), g[a.block].begin(), g[a.block].end());
  }
  const std::vector<bool> reached = reachable(g, std::move(behind));
  return std::any_of(c.stores.begin(), c.stores.end(), [&](const Place &s) { return reached[s.block]; });
}

// The same for all threads of the launch, and at any time.
bool shared(const Kernel &k, const Expr &e) {
  return !any_node(e, [&](const ExprNode &n) {
    return n.op == Op::Read || n.op == Op::LocalId || n.op == Op::GroupId || n.op == Op::Call ||
           (n.op == Op::Var && !k.vars[n.var].param);
  });
}

// How far a counter is moved by its additions, all of them in one direction.
struct Movement {
  Expr constant; // by so much each time, the short or the long way round; null: by various amounts
  Wide least = 0, most = 0;
};

std::optional<Movement> movement(const Kernel &k, const Counter &c, const Ranges &ranges) {
  std::optional<std::uint64_t> step; // forth, modulo 2^width
  bool one = true;
  Movement out;
  Type type;
  for (const Place &p : c.additions) {
    const Atomic &a = *addition(k, p);
    const Expr &by = a.operands[0];
    type = by->type;
    if (!is_const(by)) {
      one = false;
      continue;
    }
    const std::uint64_t forth = mask_to_width(a.op == AtomicOp::Add ? by->value : 0 - by->value, type.width);
    one = one && (!step || *step == forth);
    step = forth;
  }
  if (one && step) {
    const std::uint64_t apart = std::min(*step, mask_to_width(0 - *step, type.width));
    if (apart == 0)
      return std::nullopt;
    return Movement{constant(type, apart), apart, apart};
  }
  for (std::size_t i = 0; i < c.additions.size(); ++i) {
    const Atomic &a = *addition(k, c.additions[i]);
    const Bounds by = ranges.evaluate_before(a.operands[0], k, c.additions[i].block, c.additions[i].stmt).as_signed;
    if (a.op != AtomicOp::Add || by.lo < 0)
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

enum class Round : std::uint8_t { Never, Unknown, Surely };

// Do the counter's values come round? A draw behind a condition counts, and one in a loop counts once.
Round comes_round(const Kernel &k, ArrayId array, const Counter &c, const Movement &m, const LoopForest &forest,
                  const Launch &launch) {
  const auto threads = sharers(launch, k.arrays[array].space);
  if (!threads)
    return Round::Unknown;
  const Wide all = Wide::power_of_two(8 * k.arrays[array].granule_bytes), draws = *threads * Wide(c.additions.size());
  if (m.least > 0 && draws > all / m.least)
    return Round::Surely;
  const bool in_loop =
      std::any_of(c.additions.begin(), c.additions.end(), [&](const Place &p) { return forest.loop_of[p.block] >= 0; });
  return !in_loop && (m.most == 0 || draws <= all / m.most) ? Round::Never : Round::Unknown;
}

// The most that two draws can be apart.
std::optional<Wide> span(const Kernel &k, ArrayId array, const Counter &c, const Movement &m, const LoopForest &forest,
                         const Launch &launch) {
  const auto threads = sharers(launch, k.arrays[array].space);
  const bool in_loop =
      std::any_of(c.additions.begin(), c.additions.end(), [&](const Place &p) { return forest.loop_of[p.block] >= 0; });
  if (!threads || !m.constant || (in_loop && !support::left_out("tickets.span")))
    return std::nullopt;
  const Wide out = (*threads * Wide(c.additions.size()) - 1) * m.most;
  return out < Wide::power_of_two(8 * k.arrays[array].granule_bytes - 1) ? std::optional(out) : std::nullopt;
}

class Finder {
public:
  Finder(const Kernel &k, const LoopForest &forest, const Liveness &live, const Ranges &ranges, const Launch &launch)
      : k_(k), forest_(forest), live_(live), ranges_(ranges), launch_(launch), dominators_(dominators(k)),
        assigned_once_(assigned_once(k, forest, live)), found_(k.vars.size()) {}

  std::vector<Ticket> run() {
    const std::vector<Counter> all = counters(k_);
    if (std::all_of(all.begin(), all.end(), [](const Counter &c) { return c.additions.empty(); }))
      return {};
    for (ArrayId array = 0; array < all.size(); ++array)
      draws(array, all[array]);
    while (copies())
      ;
    std::vector<Ticket> out;
    for (const std::optional<Ticket> &t : found_)
      if (t)
        out.push_back(*t);
    return out;
  }

private:
  void draws(ArrayId array, const Counter &c) {
    if (!c.regular || c.additions.empty() || k_.arrays[array].space == Space::Private)
      return;
    const auto moved = movement(k_, c, ranges_);
    if (!moved)
      return;
    const Round round = comes_round(k_, array, c, *moved, forest_, launch_);
    if (round == Round::Surely)
      return;
    const bool lasting = !stored_after_addition(k_, c) || support::left_out("tickets.lasting");
    for (const Place &p : c.additions) {
      const Atomic &a = *addition(k_, p);
      if (!a.dest || k_.vars[*a.dest].param || !k_.vars[*a.dest].type.is_int() || live_.at_entry[0][*a.dest] ||
          k_.vars[*a.dest].type.width != 8 * k_.arrays[array].granule_bytes)
        continue;
      Ticket t{*a.dest, array, a.offset, moved->constant ? moved->constant : a.operands[0]};
      t.least = moved->least;
      t.shared = shared(k_, t.offset) && shared(k_, t.amount);
      t.stable = stable(t.offset) && stable(t.amount);
      t.lasting = lasting;
      t.assumed = round == Round::Unknown;
      t.span = span(k_, array, c, *moved, forest_, launch_);
      if (t.span && lasting)
        t.first = first(array, c, a.offset, *t.span);
      drawn_.insert(&k_.blocks[p.block].stmts[p.stmt]);
      add(t);
    }
  }

  // The least ticket, if the counter's start is known.
  std::optional<Wide> first(ArrayId array, const Counter &c, const Expr &offset, const Wide &span) {
    if (k_.arrays[array].space != Space::Group || !is_const(offset) || c.stores.empty())
      return std::nullopt;
    std::optional<std::uint64_t> start;
    for (const Place &p : c.stores) {
      const Store &st = std::get<Store>(k_.blocks[p.block].stmts[p.stmt].node);
      if (!is_const(st.offset) || st.per_value != 1)
        return std::nullopt;
      const std::uint64_t part = offset->value - st.offset->value;
      if (part >= st.values.size())
        continue; // other cells
      const Expr &value = st.values[part];
      if (!is_const(value) || (start && *start != value->value))
        return std::nullopt;
      start = value->value;
    }
    for (const Place &p : c.additions)
      if (!support::left_out("tickets.start") &&
          !written_before_a_barrier(k_, launch_, dominators_, {p.block, p.stmt}, array, offset->value))
        return std::nullopt;
    if (!start)
      return std::nullopt;
    const bool back = backward(c);
    const Wide from = back ? Wide(*start) - span : Wide(*start), end = from + span;
    return from >= 0 && end < Wide::power_of_two(8 * k_.arrays[array].granule_bytes) ? std::optional(from)
                                                                                     : std::nullopt;
  }

  // Do the additions, all of one constant, move the counter the short way round down?
  bool backward(const Counter &c) const {
    const Atomic &a = *addition(k_, c.additions.front());
    const unsigned width = a.operands[0]->type.width;
    const std::uint64_t forth =
        mask_to_width(a.op == AtomicOp::Add ? a.operands[0]->value : 0 - a.operands[0]->value, width);
    return forth > mask_to_width(0 - forth, width);
  }

  // The same value whenever it is evaluated by a thread: variables that are assigned once, and no memory.
  bool stable(const Expr &e) const {
    return !any_node(
        e, [&](const ExprNode &n) { return n.op == Op::Read || (n.op == Op::Var && !assigned_once_[n.var]); });
  }

  // Another ticket that the variable may hold.
  void add(const Ticket &t) {
    std::optional<Ticket> &now = found_[t.var];
    if (refused_.count(t.var))
      return;
    if (!now) {
      now = t;
      return;
    }
    const bool same = now->counter == t.counter && now->team == t.team && (now->shared || now->team != 0) &&
                      (t.shared || t.team != 0) && equal(now->offset, t.offset) && equal(now->amount, t.amount);
    if (!same)
      refuse(t.var);
    else
      now->of_group = now->of_group || t.of_group;
  }

  // The ticket that a load from group memory gives.
  std::optional<Ticket> handed_within_group(const Stmt &s, std::pair<BlockId, std::uint32_t> place, VarId v) const {
    auto *l = std::get_if<Load>(&s.node);
    if (!l || k_.arrays[l->array].space != Space::Group || !is_const(l->offset))
      return std::nullopt;
    const auto part = static_cast<std::uint64_t>(std::find(l->dests.begin(), l->dests.end(), v) - l->dests.begin());
    const std::uint64_t cell = l->offset->value + part * l->per_value;
    const auto stores = stores_to_cell(k_, l->array, cell, l->per_value);
    if (!stores || stores->empty() ||
        (!written_before_a_barrier(k_, launch_, dominators_, place, l->array, cell) &&
         !support::left_out("tickets.written")))
      return std::nullopt;
    std::optional<Ticket> out;
    for (const CellStore &st : *stores) {
      if (st.value->op != Op::Var || !found_[st.value->var])
        return std::nullopt;
      const Ticket &t = *found_[st.value->var];
      if (!t.shared || !t.lasting || k_.arrays[t.counter].space != Space::Global ||
          (out && !(out->counter == t.counter && equal(out->offset, t.offset) && equal(out->amount, t.amount))))
        return std::nullopt;
      out = t;
    }
    out->of_group = true;
    out->first.reset();
    return out;
  }

  void refuse(VarId v) {
    found_[v].reset();
    refused_.insert(v);
  }

  // Variables with tickets that are assigned something else lose theirs; those that are only assigned tickets get one.
  // True if something changed. Ends because a variable gets its ticket, and loses it, once.
  bool copies() {
    bool changed = false;
    for (VarId v = 0; v < k_.vars.size(); ++v) {
      if (refused_.count(v) || k_.vars[v].param || live_.at_entry[0][v])
        continue;
      std::vector<Ticket> held;
      bool only = true;
      for (BlockId b = 0; b < k_.blocks.size(); ++b)
        for (std::uint32_t i = 0; i < k_.blocks[b].stmts.size(); ++i) {
          const Stmt &s = k_.blocks[b].stmts[i];
          const std::vector<VarId> defined = defined_vars(s);
          if (std::find(defined.begin(), defined.end(), v) == defined.end())
            continue;
          auto *assign = std::get_if<Assign>(&s.node);
          if (assign && assign->value->op == Op::Var && assign->value->var != v) {
            if (const auto &from = found_[assign->value->var]; from && from->shared)
              held.push_back(*from);
            else
              only = false;
          } else if (const auto handed = handed_within_group(s, {b, i}, v)) {
            held.push_back(*handed);
          } else if (const auto shuffled = handed_within_team(s, {b, i})) {
            held.push_back(*shuffled);
          } else if (!drawn_.count(&s)) {
            only = false;
          }
        }
      if (!only && !support::left_out("tickets.only")) {
        changed = changed || found_[v].has_value();
        if (found_[v])
          refuse(v);
        continue;
      }
      for (Ticket &t : held) {
        t.var = v;
        changed = changed || !found_[v] || (t.of_group && !found_[v]->of_group);
        add(t);
        changed = changed || refused_.count(v);
      }
    }
    return changed;
  }

  // The ticket that a shuffle gives, of the first thread of each team.
  std::optional<Ticket> handed_within_team(const Stmt &s, std::pair<BlockId, std::uint32_t> place) {
    const Barrier *meets = warp_barrier(s);
    if (!meets || !meets->exchange || meets->exchange->op != ExchangeOp::Shuffle)
      return std::nullopt;
    const Exchange &x = *meets->exchange;
    if (!is_const(x.rank, 0) || x.value->op != Op::Var || x.value->var == x.dest || live_.at_entry[0][x.value->var] ||
        !always_met(place))
      return std::nullopt;
    std::optional<Ticket> out;
    for (BlockId b = 0; b < k_.blocks.size(); ++b)
      for (std::uint32_t i = 0; i < k_.blocks[b].stmts.size(); ++i) {
        const Stmt &set = k_.blocks[b].stmts[i];
        const std::vector<VarId> defined = defined_vars(set);
        if (std::find(defined.begin(), defined.end(), x.value->var) == defined.end())
          continue;
        auto *assign = std::get_if<Assign>(&set.node);
        const VarId from = assign && assign->value->op == Op::Var ? assign->value->var : x.value->var;
        const bool is_ticket = (drawn_.count(&set) || from != x.value->var) && found_[from] &&
                               found_[from]->team == 0 && !found_[from]->of_group;
        if (!is_ticket) {
          if (is_of_others({b, i}, meets->lanes))
            continue;
          return std::nullopt;
        }
        const Ticket &t = *found_[from];
        if (!t.lasting || !alike_in_team(t.amount, meets->lanes) || !shared(k_, t.offset) ||
            (out && !(out->counter == t.counter && equal(out->offset, t.offset) && equal(out->amount, t.amount))))
          return std::nullopt;
        out = t;
      }
    if (out) {
      out->team = meets->lanes;
      out->first.reset();
    }
    return out;
  }
  // Once, by each thread before it ends?
  bool always_met(std::pair<BlockId, std::uint32_t> place) const {
    const Graph g = graph_of(k_);
    if (reachable(g, {g[place.first].begin(), g[place.first].end()})[place.first])
      return false;
    std::vector<bool> entered(k_.blocks.size(), false);
    std::vector<BlockId> todo{0};
    while (!todo.empty()) {
      support::spend();
      const BlockId b = todo.back();
      todo.pop_back();
      if (b == place.first || entered[b])
        continue;
      entered[b] = true;
      if (std::holds_alternative<Return>(k_.blocks[b].end.node))
        return support::left_out("tickets.ended");
      for (BlockId to : successors(k_.blocks[b].end))
        todo.push_back(to);
    }
    return true;
  }
  // Do only threads of other ranks come there?
  bool is_of_others(std::pair<BlockId, std::uint32_t> place, unsigned lanes) {
    if (!facts_)
      facts_ = available_facts(k_);
    FactReader reader(k_, *facts_);
    const std::vector<Fact> known = reader.before(place.first, place.second);
    const auto is_rank = [&](const Expr &e) {
      return ((e->op == Op::URem && is_const(e->args[1], lanes)) ||
              (e->op == Op::BitAnd && is_const(e->args[1], lanes - 1))) &&
             rank_in_team(e, launch_, lanes);
    };
    return std::any_of(known.begin(), known.end(), [&](const Fact &f) {
      if (f.kind != Fact::Condition)
        return false;
      const Expr his = replace(f.expr, [&](const Expr &n) -> Expr {
        if (is_rank(n))
          return constant(n->type, 0);
        if (n->op != Op::Var || !n->type.is_int())
          return nullptr;
        const auto says = std::find_if(known.begin(), known.end(), [&](const Fact &e) {
          return e.kind == Fact::Equation && e.var == n->var && is_rank(e.expr);
        });
        return says == known.end() ? nullptr : constant(n->type, 0);
      });
      return is_const(his, 0) || support::left_out("tickets.rank");
    });
  }
  // The same for all threads of the team, at any time?
  bool alike_in_team(const Expr &e, unsigned lanes) const {
    if (any_node(e, [](const ExprNode &n) { return n.op == Op::Read || n.op == Op::LocalId || n.op == Op::Call; }))
      return false;
    const std::vector<VarId> vars = variables(e);
    return std::all_of(vars.begin(), vars.end(), [&](VarId v) {
      if (k_.vars[v].param)
        return true;
      std::size_t defined = 0, alike = 0;
      for (const Block &b : k_.blocks)
        for (const Stmt &s : b.stmts)
          for (VarId d : defined_vars(s)) {
            const Barrier *meets = warp_barrier(s);
            defined += d == v;
            alike +=
                d == v && meets && meets->exchange && meets->lanes == lanes && gives_all_alike(*meets->exchange, true);
          }
      return (defined == 1 && alike == 1 && assigned_once_[v]) || support::left_out("tickets.amount");
    });
  }

  const Kernel &k_;
  const LoopForest &forest_;
  const Liveness &live_;
  const Ranges &ranges_;
  const Launch &launch_;
  DominatorTree dominators_;
  std::optional<Facts> facts_;
  std::vector<bool> assigned_once_;          // per variable
  std::vector<std::optional<Ticket>> found_; // per variable
  std::set<VarId> refused_;
  std::set<const Stmt *> drawn_; // atomics whose results are tickets
};

} // namespace

std::vector<Ticket> tickets(const Kernel &k, const LoopForest &forest, const Liveness &live, const Ranges &ranges,
                            const Launch &launch) {
  return Finder(k, forest, live, ranges, launch).run();
}

} // namespace lockstep::cfg
