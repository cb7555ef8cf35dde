// The locks that a thread surely holds: see handover.h, and locks.cpp for what follows. A forward analysis of the cells
// of one array, for one scope, then a look at each release.
//
// Sound because (1) what a thread surely holds it has acquired, on every way, with variables in the cell's offset (and
// turn) that still have their values, and has not released since; (2) it has acquired a lock where it has exchanged a
// held value into it and got the free one (of a weak compare-and-swap: and its chance was given, which alone says that
// it wrote), or where it has found its turn there, a number that no other thread has (names.cpp; all wait for
// one and the same expression), and has not released any cell since it looked; (3) an array with an access that does
// not cover the pair, or is no acquisition, release or look, has no locks; plain stores to it are in group memory, and
// come before all atomics by barriers; (4) a thread that each group has (exists.h), and that always comes to a barrier,
// holds for all that come there what it holds; (5) what a compare-and-swap finds without writing it acquires by the
// order of its failure; (6) where nothing ever puts the free value into a cell, what surely puts another
// one there is no acquisition and does no harm: who has found the free value has found it first, and alone.
#include "cfg/analysis/order/handover/parts.h"
#include "cfg/ir/op_groups.h"
#include "cfg/ir/rewrite.h"
#include "support/budget.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {

struct Try { // an acquisition whose result is not known yet
  VarId result = 0;
  Held lock;
  bool by_one = false; // thread of the group
  Expr chance;         // on which alone it hangs whether it has written what it would; null: it has
};
struct HeldState {
  std::vector<Held> held;
  std::vector<Try> tries;
};

bool alike(const Held &a, const Held &b) {
  return a.by_leader == b.by_leader && equal(a.offset, b.offset) && !a.turn == !b.turn &&
         (!a.turn || equal(a.turn, b.turn));
}
bool alike(const Try &a, const Try &b) { return a.result == b.result && alike(a.lock, b.lock); }
Held &lock_of(Held &h) { return h; }
const Held &lock_of(const Held &h) { return h; }
Held &lock_of(Try &t) { return t.lock; }
const Held &lock_of(const Try &t) { return t.lock; }

// What holds on both ways. True if `to` has changed.
template <class T> bool meet(std::vector<T> &to, const std::vector<T> &from) {
  bool changed = false;
  std::erase_if(to, [&](T &t) {
    const auto it = std::find_if(from.begin(), from.end(), [&](const T &f) { return alike(t, f); });
    if (it == from.end())
      return changed = true;
    Held &now = lock_of(t);
    const Held &other = lock_of(*it);
    auto both = [&](bool &x, bool y) {
      changed = changed || (x && !y);
      x = x && y;
    };
    changed = now.acquired.meet(other.acquired) || changed;
    both(now.handed_on, other.handed_on);
    return false;
  });
  return changed;
}

enum class Role : std::uint8_t { Acquires, Counts, Releases, Keeps, Looks, Other }; // Keeps: a value that is not free

} // namespace

class HeldLocks::Walk {
public:
  Walk(const Kernel &k, FactReader &facts, const Launch &launch, ArrayId array, std::optional<std::uint64_t> free,
       AtomicScope scope)
      : k_(k), facts_(facts), launch_(launch), array_(array), free_(free), scope_(scope), edges_(k, facts),
        namer_(k, launch) {
    plausible_ = find_roles();
    if (!plausible_)
      return;
    if (scope == AtomicScope::Grid)
      for (const LocalIds &ids : leaders())
        if (const auto leader = ExistsInEveryBlock::prove(ids, launch))
          led_.push_back({*leader, solve(&*leader)});
    at_ = solve(nullptr);
    wrong_ = find_wrong();
    plausible_ = support::sound("held.mixed", !mixed_);
  }

  bool plausible() const { return plausible_; }
  bool for_ever() const { return for_ever_; }
  std::optional<Point> wrong() const { return wrong_; }
  const std::vector<ArrayId> &counters() const { return counters_; }

  // Of the thread that holds locks for its group more is known than of any.
  HeldState before(Point p) const {
    if (!led_.empty())
      if (const auto only = only_thread(facts_.before(p.first, p.second), launch_))
        for (const Led &l : led_)
          if (l.leader.ids() == *only)
            return before(l.at, p, &l.leader);
    return before(at_, p, nullptr);
  }

  std::optional<OrderedAt> released(const SharedAccess &access) const {
    std::optional<OrderedAt> out;
    if (access.space != k_.arrays[array_].space && own_space_only_)
      return out;
    for (Point r : releases_) {
      out = OrderedAt::released(k_, access, r, scope_);
      if (!out)
        break;
    }
    return out;
  }

  // Does the thread that holds the lock for the group release it behind another barrier only?
  bool released_later(Point p) const {
    return support::sound("held.interval", std::none_of(releases_.begin(), releases_.end(), [&](Point r) {
                            return in_one_interval(k_, p, r, group_barrier);
                          }));
  }

private:
  using Solution = std::vector<std::optional<HeldState>>; // per block, at its start
  struct Led {
    ExistsInEveryBlock leader;
    Solution at;
  };
  const Atomic &atomic(Point p) const { return std::get<Atomic>(k_.blocks[p.first].stmts[p.second].node); }

  // Has every access to the array a role?
  bool find_roles() {
    bool kept = false, counted = false;
    for (BlockId b = 0; b < k_.blocks.size(); ++b)
      for (std::uint32_t i = 0; i < k_.blocks[b].stmts.size(); ++i) {
        const Point point(b, i);
        const Stmt &s = k_.blocks[b].stmts[i];
        if (auto *st = std::get_if<Store>(&s.node); st && st->array == array_) {
          stores_.push_back(point);
          continue;
        }
        auto *a = std::get_if<Atomic>(&s.node);
        if (!a || a->array != array_)
          continue;
        if (a->per_value != 1 || a->scope < scope_)
          return false;
        const Role r = role(*a);
        if (r == Role::Other)
          return false;
        atomics_.push_back(point);
        kept = kept || r == Role::Keeps;
        counted = counted || r == Role::Counts;
        if (r == Role::Acquires || r == Role::Counts)
          acquisitions_.push_back(point);
        if (r == Role::Releases)
          releases_.push_back(point);
      }
    drop_first_stores();
    for_ever_ = free_ && support::sound("held.for_ever", releases_.empty());
    by_counting_ = counted;
    const bool all_count = std::all_of(acquisitions_.begin(), acquisitions_.end(),
                                       [&](Point p) { return role(atomic(p)) == Role::Counts; });
    if ((!for_ever_ && (kept || releases_.empty() || counted)) ||
        support::unsound("held.counts", counted && (kept || !all_count)))
      return false;
    return !acquisitions_.empty() && stored_first();
  }

  // Does every plain store to the array come before all atomics, by barriers of the group whose array it is?
  bool stored_first() const {
    return std::all_of(stores_.begin(), stores_.end(), [&](Point store) {
      return std::all_of(atomics_.begin(), atomics_.end(),
                         [&](Point atomic) { return support::sound("locks.stores", comes_first(store, atomic)); });
    });
  }
  bool comes_first(Point store, Point atomic) const {
    const auto barrier = [](const Stmt &s) {
      auto *b = std::get_if<Barrier>(&s.node);
      return b && b->scope != Scope::Warp && b->fence_group;
    };
    return k_.arrays[array_].space == Space::Group && !in_one_interval(k_, store, atomic, barrier) &&
           !reaches(k_, atomic, store, [](const Stmt &) { return false; });
  }
  // Atomic stores that come so are as good as plain ones: they release nothing.
  void drop_first_stores() {
    std::vector<Point> first;
    for (Point r : releases_)
      if (atomic(r).op == AtomicOp::Store && std::all_of(atomics_.begin(), atomics_.end(), [&](Point a) {
            return a == r ? !reaches(k_, r, r, [](const Stmt &) { return false; }) : comes_first(r, a);
          }))
        first.push_back(r);
    const auto is_first = [&](Point p) { return std::find(first.begin(), first.end(), p) != first.end(); };
    std::erase_if(releases_, is_first);
    std::erase_if(atomics_, is_first);
  }

  Role role(const Atomic &a) const {
    if (!free_) // whatever it puts there: only who finds a number of its own goes on
      return !looks(a) ? Role::Releases : a.dest ? Role::Acquires : Role::Looks;
    switch (a.op) {
    case AtomicOp::CmpXchg: {
      const Expr put = swap_of(a).put;
      if (!is_const(put) || is_const(put, *free_))
        return Role::Other;
      return is_const(a.operands[0], *free_) ? Role::Acquires : Role::Keeps;
    }
    case AtomicOp::Xchg:
      if (is_const(a.operands[0]))
        return is_const(a.operands[0], *free_) ? Role::Releases : Role::Acquires;
      return Role::Other;
    case AtomicOp::Store:
      if (is_const(a.operands[0]))
        return is_const(a.operands[0], *free_) ? Role::Releases : Role::Keeps;
      return Role::Other;
    case AtomicOp::And: // OpenCL's flags are cleared by it as well
      return is_const(a.operands[0], 0) && *free_ == 0 ? Role::Releases : Role::Other;
    case AtomicOp::Or: // a bit that is set stays so
      if (looks(a))
        return Role::Looks;
      return is_const(a.operands[0]) && *free_ == 0 ? Role::Acquires : Role::Other;
    case AtomicOp::Add: // that it comes round to zero again is assumed not to happen
      if (looks(a))
        return Role::Looks;
      return is_const(a.operands[0], 1) && a.operands[0]->type.width >= 32 && *free_ == 0 ? Role::Counts : Role::Other;
    case AtomicOp::Sub:
    case AtomicOp::Inc:
    case AtomicOp::Dec:
    case ATOMICS_MIN_MAX:
    case AtomicOp::Xor:
    case AtomicOp::Load:
    case AtomicOp::FAdd:
    case AtomicOp::Other: break;
    }
    return looks(a) ? Role::Looks : Role::Other;
  }

  // The threads that alone of their groups acquire locks somewhere.
  std::vector<LocalIds> leaders() const {
    std::vector<LocalIds> out;
    for (Point p : acquisitions_)
      if (const auto one = only_thread(facts_.before(p.first, p.second), launch_);
          one && std::find(out.begin(), out.end(), *one) == out.end())
        out.push_back(*one);
    return out;
  }
  // Of each group one thread acquires at the point, and it is the same at all.
  bool by_one(Point p) const {
    const auto one = only_thread(facts_.before(p.first, p.second), launch_);
    return one && std::all_of(acquisitions_.begin(), acquisitions_.end(),
                              [&](Point q) { return only_thread(facts_.before(q.first, q.second), launch_) == one; });
  }

  Solution solve(const ExistsInEveryBlock *leader) {
    Solution at(k_.blocks.size());
    at[0].emplace();
    for (bool changed = true; changed;) {
      support::spend_round();
      changed = false;
      for (BlockId b = 0; b < k_.blocks.size(); ++b) {
        if (!at[b])
          continue;
        const HeldState now = before(at, {b, static_cast<std::uint32_t>(k_.blocks[b].stmts.size())}, leader);
        for (BlockId next : successors(k_.blocks[b].end)) {
          if (leader && !edges_.open_to(leader->ids(), b, next))
            continue;
          HeldState there = now;
          settle(there, edges_.known(b, next));
          if (!at[next]) {
            at[next] = std::move(there);
            changed = true;
          } else {
            const bool held = meet(at[next]->held, there.held), tries = meet(at[next]->tries, there.tries);
            changed = changed || held || tries;
          }
        }
      }
    }
    return at;
  }

  HeldState before(const Solution &at, Point p, const ExistsInEveryBlock *leader) const {
    HeldState now = at[p.first].value_or(HeldState{});
    for (std::uint32_t i = 0; at[p.first] && i < p.second; ++i)
      step(now, {p.first, i}, leader);
    return now;
  }

  // The release that may be one by whom does not hold the lock.
  std::optional<Point> find_wrong() {
    for (Point r : releases_)
      if (support::unsound("locks.release", at_[r.first] && !may_release(before(r), atomic(r))))
        return r;
    return std::nullopt;
  }

  // Does the thread hold the cell? A store, which ends what earlier holders have released there, must hand that on.
  bool may_release(const HeldState &now, const Atomic &a) {
    const auto held = std::find_if(now.held.begin(), now.held.end(),
                                   [&](const Held &h) { return !h.by_leader && equal(h.offset, a.offset); });
    if (held == now.held.end())
      return false;
    if (a.op != AtomicOp::Store)
      return true;
    if (held->handed_on)
      return true;
    const Acquired &acquired = held->acquired;
    own_space_only_ = own_space_only_ || (a.order.release && !(a.all_spaces && acquired.of_all()));
    return a.order.release && acquired.of(k_.arrays[array_].space);
  }
  void step(HeldState &now, Point p, const ExistsInEveryBlock *leader) const {
    const Stmt &s = k_.blocks[p.first].stmts[p.second];
    auto *a = std::get_if<Atomic>(&s.node);
    const bool here = a && a->array == array_;
    if (here && role(*a) == Role::Releases) { // whose turn it is, looks from before do not say; the cell may be any
      std::erase_if(now.held, [&](const Held &h) {
        return !h.by_leader && (equal(h.offset, a->offset) || support::unsound("held.other_cell", !free_));
      });
      if (!support::left_out("held.tries"))
        now.tries.clear();
    }
    if (auto *f = std::get_if<Fence>(&s.node))
      pass(now, *f);
    for (VarId v : defined_vars(s)) {
      auto changes = [&](const Held &h) { return mentions(h.offset, v) || (h.turn && mentions(h.turn, v)); };
      if (!support::left_out("locks.offset"))
        std::erase_if(now.held, changes);
      std::erase_if(now.tries, [&](const Try &t) {
        return t.result == v || changes(t.lock) || (t.chance && mentions(t.chance, v));
      });
    }
    if (here && (role(*a) == Role::Acquires || role(*a) == Role::Counts) && a->dest && !mentions(a->offset, *a->dest)) {
      // Of a lock that it has taken a compare-and-swap has written; whose turn it is it may have seen by failing.
      const bool written = support::sound("held.failing", free_);
      if (const auto acquired = Acquired::by(k_, *a, scope_, written ? Acquired::If::Writes : Acquired::If::Any))
        now.tries.push_back(
            {*a->dest, {a->offset, *acquired, false, nullptr, by_counting_}, !free_ && by_one(p), chance_of(*a)});
    }
    if (!leader && group_barrier(s))
      hear(now, p);
  }

  Expr chance_of(const Atomic &a) const {
    return support::unsound("held.weak", free_ && a.op == AtomicOp::CmpXchg) ? swap_of(a).chance : nullptr;
  }

  void pass(HeldState &now, const Fence &f) const {
    auto all = [&](auto change) {
      for (Held &h : now.held)
        change(h);
      for (Try &t : now.tries)
        change(t.lock);
    };
    all([&](Held &h) { h.acquired.pass(f); });
    if (f.scope >= scope_ && f.order.release && f.fence_group && f.fence_global)
      all([](Held &h) { h.handed_on = h.handed_on || h.acquired.of_all(); });
  }

  // What one thread holds for its group when it comes to the barrier.
  void hear(HeldState &now, Point barrier) const {
    std::erase_if(now.held, [](const Held &h) { return h.by_leader; });
    for (const Led &l : led_)
      if (l.at[barrier.first])
        for (Held &h : before(l.at, barrier, &l.leader).held)
          if (of_group(k_, h.offset)) {
            h.by_leader = true;
            h.turn = nullptr;
            now.held.push_back(h);
          }
  }

  // Where it is known, an acquisition has found the lock free, or the thread's turn.
  void settle(HeldState &now, const std::vector<Fact> &known) const {
    std::erase_if(now.tries, [&](Try &t) {
      const bool free = std::any_of(known.begin(), known.end(), [&](const Fact &f) {
        if (f.kind == Fact::Equation)
          return f.var == t.result && is_acquired(t, f.expr);
        auto is = [&](const Expr &x, const Expr &y) {
          return x->op == Op::Var && x->var == t.result && is_acquired(t, y);
        };
        return f.expr->op == Op::Eq && (is(f.expr->args[0], f.expr->args[1]) || is(f.expr->args[1], f.expr->args[0]));
      });
      const bool written = !t.chance || std::any_of(known.begin(), known.end(), [&](const Fact &f) {
        return f.kind == Fact::Condition && equal(f.expr, t.chance);
      });
      if (!(free && written) && !(free_ && support::left_out("locks.result")))
        return false;
      now.held.push_back(t.lock);
      return true;
    });
  }
  bool is_acquired(Try &t, const Expr &found) const {
    if (free_)
      return is_const(found, *free_);
    const Namer::Name name = namer_(found);
    if (name.who == Names::Nobody || support::unsound("held.by_one", name.who == Names::Group && !t.by_one))
      return false;
    mixed_ = mixed_ || (number_ && !equal(number_, found));
    number_ = found;
    t.lock.turn = found;
    t.lock.tickets = name.counter.has_value();
    if (name.counter && std::find(counters_.begin(), counters_.end(), *name.counter) == counters_.end())
      counters_.push_back(*name.counter);
    return true;
  }

  const Kernel &k_;
  FactReader &facts_;
  const Launch &launch_;
  const ArrayId array_;
  const std::optional<std::uint64_t> free_;
  const AtomicScope scope_;
  const Edges edges_;
  const Namer namer_;
  bool plausible_ = false;
  std::vector<Point> stores_, atomics_, acquisitions_, releases_;
  bool for_ever_ = false, by_counting_ = false;
  bool own_space_only_ = false;
  std::vector<Led> led_;
  Solution at_;
  std::optional<Point> wrong_;
  mutable std::vector<ArrayId> counters_;
  mutable Expr number_;        // that all who acquire wait for
  mutable bool mixed_ = false; // they wait for different ones, which two threads may share
};

HeldLocks::HeldLocks(const Kernel &k, FactReader &facts, const Launch &launch, ArrayId array,
                     std::optional<std::uint64_t> free, AtomicScope scope)
    : walk_(std::make_unique<Walk>(k, facts, launch, array, free, scope)) {}
HeldLocks::~HeldLocks() = default;
bool HeldLocks::plausible() const { return walk_->plausible(); }
bool HeldLocks::for_ever() const { return walk_->for_ever(); }
std::optional<Point> HeldLocks::wrong() const { return walk_->wrong(); }
std::vector<Held> HeldLocks::before(Point p) const {
  std::vector<Held> out = walk_->before(p).held;
  if (std::any_of(out.begin(), out.end(), [](const Held &h) { return h.by_leader; }) && !walk_->released_later(p))
    std::erase_if(out, [](const Held &h) { return h.by_leader; });
  return out;
}
std::optional<OnlyOne> HeldLocks::only_one() const { return for_ever() ? std::optional(OnlyOne()) : std::nullopt; }
std::optional<OrderedAt> HeldLocks::released(const SharedAccess &a) const { return walk_->released(a); }
const std::vector<ArrayId> &HeldLocks::counters() const { return walk_->counters(); }

} // namespace lockstep::cfg
