// What a thread has surely found in the cells of an array that others post to: see handover.h. A forward analysis of
// the atomics that look: which writes of the array may be what was found, by the conditions that have held of it since.
//
// Sound because (1) what an atomic finds was there at the start, or some write of the array has put it there; a write
// is left out only where a condition that holds now is false of the constant that it puts; (2) one thread looks for the
// others of its group, a thread that each group has (exists.h): they have come behind a barrier, which that thread has
// reached as well, as it never ends without it, with what it surely has found there; (3) at joins only what both ways
// have found is left, and all that either may have found; (4) what a cell of group memory held at the start is not
// found where some thread of the group has written it before.
#include "cfg/analysis/order/handover/parts.h"
#include "cfg/analysis/values/unwritten.h"
#include "cfg/ir/rewrite.h"
#include "support/budget.h"
#include "support/sound.h"

#include <algorithm>
#include <set>

namespace lockstep::cfg {

namespace {

using FoundState = std::vector<Found>;

bool alike(const Found &a, const Found &b) { return a.look == b.look && a.by_leader == b.by_leader; }

// What holds on both ways. True if `to` has changed.
bool meet(FoundState &to, const FoundState &from) {
  bool changed = false;
  std::erase_if(to, [&](Found &t) {
    const auto it = std::find_if(from.begin(), from.end(), [&](const Found &f) { return alike(t, f); });
    if (it == from.end())
      return changed = true;
    if (t.cell && !(it->cell && equal(t.cell, it->cell)))
      t.cell = nullptr, changed = true;
    changed = t.acquired.meet(it->acquired) || changed;
    for (std::size_t i = 0; i < t.possible.size(); ++i)
      if (it->possible[i] && !t.possible[i])
        t.possible[i] = changed = true;
    changed |= std::erase_if(t.values, [&](VarId v) {
                 return std::find(it->values.begin(), it->values.end(), v) == it->values.end();
               }) != 0;
    return false;
  });
  return changed;
}

} // namespace

class FoundPosts::Walk {
public:
  Walk(const Kernel &k, FactReader &facts, const Launch &launch, ArrayId array, AtomicScope scope)
      : k_(k), facts_(facts), launch_(launch), array_(array), scope_(scope), edges_(k, facts),
        dominators_(dominators(k)) {
    std::vector<LocalIds> leaders;
    for (BlockId b = 0; b < k.blocks.size(); ++b)
      for (std::uint32_t i = 0; i < k.blocks[b].stmts.size(); ++i) {
        const Stmt &s = k.blocks[b].stmts[i];
        auto *a = std::get_if<Atomic>(&s.node);
        auto *st = std::get_if<Store>(&s.node);
        if ((st && st->array == array) || (a && a->array == array && !looks(*a)))
          writes_.push_back({b, i});
        if (!a || a->array != array || !finds(*a))
          continue;
        looked_at_ = true;
        if (at_start(*a, {b, i}))
          from_start_.insert({b, i});
        if (scope != AtomicScope::Grid) // threads of a group find it each for itself
          continue;
        if (const auto leader = only_thread(facts.before(b, i), launch);
            leader && std::find(leaders.begin(), leaders.end(), *leader) == leaders.end())
          leaders.push_back(*leader);
      }
    for (const LocalIds &ids : leaders)
      if (const auto leader = ExistsInEveryBlock::prove(ids, launch))
        led_.push_back({*leader, solve(&*leader)});
    at_ = solve(nullptr);
  }

  const std::vector<Point> &writes() const { return writes_; }
  bool looked_at() const { return looked_at_; }
  // Of the thread that looks for its group more is known than of any.
  FoundState before(Point p) const {
    if (!led_.empty())
      if (const auto only = only_thread(facts_.before(p.first, p.second), launch_))
        for (const Led &l : led_)
          if (l.leader.ids() == *only)
            return before(l.at, p, &l.leader);
    return before(at_, p, nullptr);
  }

private:
  using Solution = std::vector<std::optional<FoundState>>; // per block, at its start
  struct Led {
    ExistsInEveryBlock leader;
    Solution at;
  };

  Solution solve(const ExistsInEveryBlock *leader) const {
    Solution at(k_.blocks.size());
    at[0].emplace();
    for (bool changed = true; changed;) {
      support::spend_round();
      changed = false;
      for (BlockId b = 0; b < k_.blocks.size(); ++b) {
        if (!at[b])
          continue;
        const FoundState end = before(at, {b, static_cast<std::uint32_t>(k_.blocks[b].stmts.size())}, leader);
        for (BlockId next : successors(k_.blocks[b].end)) {
          if (leader && !edges_.open_to(leader->ids(), b, next))
            continue;
          FoundState there = end;
          narrow(there, edges_.known(b, next));
          if (!at[next]) {
            at[next] = std::move(there);
            changed = true;
          } else {
            changed = meet(*at[next], there) || changed;
          }
        }
      }
    }
    return at;
  }

  FoundState before(const Solution &at, Point p, const ExistsInEveryBlock *leader) const {
    FoundState now = at[p.first].value_or(FoundState{});
    for (std::uint32_t i = 0; at[p.first] && i < p.second; ++i)
      step(now, {p.first, i}, leader);
    return now;
  }

  void step(FoundState &now, Point p, const ExistsInEveryBlock *leader) const {
    const Stmt &s = k_.blocks[p.first].stmts[p.second];
    if (auto *f = std::get_if<Fence>(&s.node))
      for (Found &x : now)
        x.acquired.pass(*f);
    for (VarId v : defined_vars(s))
      for (Found &x : now) {
        std::erase(x.values, v);
        if (support::unsound("posts.cell", x.cell && mentions(x.cell, v)))
          x.cell = nullptr;
      }
    if (auto *copy = std::get_if<Assign>(&s.node); copy && copy->value->op == Op::Var)
      for (Found &x : now)
        if (std::find(x.values.begin(), x.values.end(), copy->value->var) != x.values.end())
          x.values.push_back(copy->var);
    // Nothing is known of it, and nothing will be.
    std::erase_if(now, [](const Found &x) { return x.values.empty() && x.possible.back(); });
    if (auto *a = std::get_if<Atomic>(&s.node); a && a->array == array_ && finds(*a)) {
      std::erase_if(now, [&](const Found &x) { return x.look == p && !x.by_leader; });
      if (const auto acquired = Acquired::by(k_, *a, scope_, Acquired::If::Any)) {
        std::vector<bool> possible(writes_.size() + 1, true);
        possible.back() = from_start_.count(p) != 0;
        const Expr cell = mentions(a->offset, *a->dest) ? nullptr : a->offset;
        now.push_back({p, cell, {*a->dest}, std::move(possible), *acquired, false});
      }
    }
    if (!leader && group_barrier(s))
      hear(now, p);
  }

  // Does its result say what was there? A compare-and-swap finds it and, if it succeeds, writes as well.
  static bool finds(const Atomic &a) { return a.dest && (looks(a) || a.op == AtomicOp::CmpXchg); }

  // May it find what the cell held at the start? Of global memory that is known to be zero.
  bool at_start(const Atomic &a, Point p) const {
    return k_.arrays[array_].space == Space::Global || !is_const(a.offset) ||
           support::unsound("posts.written",
                            !written_before_a_barrier(k_, launch_, dominators_, p, array_, a.offset->value));
  }

  // What the thread that looks for the group, which has one, has found when it comes to the barrier.
  void hear(FoundState &now, Point barrier) const {
    std::erase_if(now, [](const Found &x) { return x.by_leader; });
    for (const Led &l : led_) {
      if (!l.at[barrier.first])
        continue;
      for (Found &x : before(l.at, barrier, &l.leader)) {
        if (x.cell && !of_group(k_, x.cell))
          x.cell = nullptr;
        x.values.clear();
        x.by_leader = true;
        if (!x.possible.back())
          now.push_back(std::move(x));
      }
    }
  }

  // Leaves out the writes of which a condition is false.
  void narrow(FoundState &now, const std::vector<Fact> &known) const {
    for (Found &x : now)
      for (std::size_t i = 0; i < x.possible.size() && !x.values.empty(); ++i)
        if (x.possible[i])
          if (const auto value = constant_of(i))
            x.possible[i] = can_be(x, *value, known);
    std::erase_if(now, [](const Found &x) { return x.values.empty() && x.possible.back(); });
  }
  static bool can_be(const Found &x, std::uint64_t value, const std::vector<Fact> &known) {
    auto is_value = [&](VarId v) { return std::find(x.values.begin(), x.values.end(), v) != x.values.end(); };
    return std::all_of(known.begin(), known.end(), [&](const Fact &f) {
      if (f.kind == Fact::Equation)
        return !(is_value(f.var) && is_const(f.expr) && f.expr->value != value);
      return !is_const(replace(with_equations(f.expr, known),
                               [&](const Expr &n) -> Expr {
                                 return n->op == Op::Var && n->type.is_int() && is_value(n->var)
                                            ? constant(n->type, value)
                                            : nullptr;
                               }),
                       0);
    });
  }
  // What the variables are said to be, in place of them.
  static Expr with_equations(const Expr &e, const std::vector<Fact> &known) {
    return replace(e, [&](const Expr &n) -> Expr {
      if (n->op != Op::Var)
        return nullptr;
      const auto says = std::find_if(known.begin(), known.end(), [&](const Fact &f) {
        return f.kind == Fact::Equation && f.var == n->var && f.expr->op == Op::Ite;
      });
      return says == known.end() ? nullptr : says->expr;
    });
  }
  // What the write puts, if it is known. At the end: what is there at the start.
  std::optional<std::uint64_t> constant_of(std::size_t write) const {
    if (write == writes_.size())
      return k_.arrays[array_].space == Space::Global ? std::optional<std::uint64_t>(0) : std::nullopt;
    const Stmt &s = k_.blocks[writes_[write].first].stmts[writes_[write].second];
    if (auto *st = std::get_if<Store>(&s.node))
      return st->values.size() == 1 && is_const(st->values[0]) ? std::optional(st->values[0]->value) : std::nullopt;
    auto *a = std::get_if<Atomic>(&s.node);
    const bool puts = a->op == AtomicOp::Store || a->op == AtomicOp::Xchg;
    const Expr put = puts ? a->operands[0] : a->op == AtomicOp::CmpXchg ? swap_of(*a).put : nullptr;
    return put && is_const(put) && put->type.is_int() ? std::optional(put->value) : std::nullopt;
  }

  const Kernel &k_;
  FactReader &facts_;
  const Launch &launch_;
  const ArrayId array_;
  const AtomicScope scope_;
  std::vector<Point> writes_;
  std::set<Point> from_start_; // looks that may find what was there at the start
  bool looked_at_ = false;
  const Edges edges_;
  const DominatorTree dominators_;
  std::vector<Led> led_;
  Solution at_;
};

FoundPosts::FoundPosts(const Kernel &k, FactReader &facts, const Launch &launch, ArrayId array, AtomicScope scope)
    : walk_(std::make_unique<Walk>(k, facts, launch, array, scope)) {}
FoundPosts::~FoundPosts() = default;
const std::vector<Point> &FoundPosts::writes() const { return walk_->writes(); }
bool FoundPosts::looked_at() const { return walk_->looked_at(); }
std::vector<Found> FoundPosts::before(Point p) const { return walk_->before(p); }

} // namespace lockstep::cfg
