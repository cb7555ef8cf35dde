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
#include "cfg/analysis/order/handover/held.h"

#include "cfg/ir/rewrite.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {

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

void pass(HeldState &now, const Fence &f, AtomicScope scope) {
  auto all = [&](auto change) {
    for (Held &h : now.held)
      change(h);
    for (Try &t : now.tries)
      change(t.lock);
  };
  all([&](Held &h) { h.acquired.pass(f); });
  if (f.scope >= scope && f.order.release && f.fence_group && f.fence_global)
    all([](Held &h) { h.handed_on = h.handed_on || h.acquired.of_all(); });
}

} // namespace

HeldRules::HeldRules(Subject &subject, const LockRoles &roles)
    : subject_(subject), roles_(roles),
      by_one_(!roles.free && roles.plausible &&
              std::all_of(roles.acquisitions.begin(), roles.acquisitions.end(),
                          [&](Point p) { return subject.by_one_thread(p, roles.acquisitions.front()); })) {}

bool HeldRules::meet(HeldState &to, const HeldState &from) {
  const bool held = cfg::meet(to.held, from.held), tries = cfg::meet(to.tries, from.tries);
  return held || tries;
}

void HeldRules::step(HeldState &now, Point p) const {
  const Stmt &s = statement(subject_.k, p);
  auto *a = std::get_if<Atomic>(&s.node);
  if (a && a->array == roles_.array && roles_.of(*a) == LockRole::Releases) {
    // Whose turn it is, looks from before do not say; the cell may be any.
    std::erase_if(now.held, [&](const Held &h) {
      return !h.by_leader && (equal(h.offset, a->offset) || support::unsound("held.other_cell", !roles_.free));
    });
    if (!support::left_out("held.tries"))
      now.tries.clear();
  }
  if (auto *f = std::get_if<Fence>(&s.node))
    pass(now, *f, roles_.scope);
  for (VarId v : defined_vars(s)) {
    auto changes = [&](const Held &h) { return mentions(h.offset, v) || (h.turn && mentions(h.turn, v)); };
    if (!support::left_out("locks.offset"))
      std::erase_if(now.held, changes);
    std::erase_if(now.tries, [&](const Try &t) {
      return t.result == v || changes(t.lock) || (t.chance && mentions(t.chance, v));
    });
  }
  if (a && roles_.acquires(*a))
    if (const auto t = tried(*a))
      now.tries.push_back(*t);
}

std::optional<Try> HeldRules::tried(const Atomic &a) const {
  if (!a.dest || mentions(a.offset, *a.dest))
    return std::nullopt;
  // Of a lock that it has taken a compare-and-swap has written; whose turn it is it may have seen by failing.
  const bool written = support::sound("held.failing", roles_.free);
  const auto acquired = Acquired::by(subject_.k, a, roles_.scope, written ? Acquired::If::Writes : Acquired::If::Any);
  if (!acquired)
    return std::nullopt;
  const bool weak = support::unsound("held.weak", roles_.free && a.op == AtomicOp::CmpXchg);
  return Try{*a.dest, {a.offset, *acquired, false, nullptr, roles_.by_counting}, weak ? swap_of(a).chance : nullptr};
}

// What leaders hold for their group when they come to the barrier.
void HeldRules::hear(HeldState &now, const std::vector<HeldState> &leaders) const {
  std::erase_if(now.held, [](const Held &h) { return h.by_leader; });
  for (const HeldState &his : leaders)
    for (Held h : his.held)
      if (same_in_group(subject_.k, h.offset)) {
        h.by_leader = true;
        h.turn = nullptr;
        now.held.push_back(h);
      }
}

// Where it is known, an acquisition has found the lock free, or the thread's turn.
void HeldRules::learn(HeldState &now, const std::vector<Fact> &known) {
  std::erase_if(now.tries, [&](Try &t) {
    const bool free = std::any_of(known.begin(), known.end(), [&](const Fact &f) {
      if (f.kind == Fact::Equation)
        return f.var == t.result && is_acquired(t, f.expr);
      return f.expr->op == Op::Eq && either_way(f.expr, [&](const Expr &x, const Expr &y) {
               return x->op == Op::Var && x->var == t.result && is_acquired(t, y);
             });
    });
    const bool written = !t.chance || std::any_of(known.begin(), known.end(), [&](const Fact &f) {
      return f.kind == Fact::Condition && equal(f.expr, t.chance);
    });
    if (!(free && written) && !(roles_.free && support::left_out("locks.result")))
      return false;
    now.held.push_back(t.lock);
    return true;
  });
}

bool HeldRules::is_acquired(Try &t, const Expr &found) {
  if (roles_.free)
    return is_const(found, *roles_.free);
  const Namer::Name name = subject_.namer(found);
  if (name.who == Names::Nobody || support::unsound("held.by_one", name.who == Names::Group && !by_one_))
    return false;
  mixed = mixed || (number_ && !equal(number_, found));
  number_ = found;
  t.lock.turn = found;
  t.lock.tickets = name.counter.has_value();
  if (name.counter && std::find(counters.begin(), counters.end(), *name.counter) == counters.end())
    counters.push_back(*name.counter);
  return true;
}

HeldLocks::HeldLocks(Subject &subject, ArrayId array, std::optional<std::uint64_t> free, AtomicScope scope)
    : subject_(subject), roles_(subject.k, array, free, scope), rules_(subject, roles_) {
  if (!roles_.plausible)
    return;
  flow_.emplace(subject, rules_, scope == AtomicScope::Grid ? roles_.acquisitions : std::vector<Point>());
  for (Point r : roles_.releases)
    if (support::unsound("locks.release", flow_->comes_to(r.first) && !may_release(r))) {
      wrong_ = r;
      break;
    }
}

bool HeldLocks::plausible() const { return roles_.plausible && support::sound("held.mixed", !rules_.mixed); }

// Does the thread hold the cell? A store, which ends what earlier holders have released there, must hand that on.
bool HeldLocks::may_release(Point release) {
  const Atomic &a = std::get<Atomic>(statement(subject_.k, release).node);
  const std::vector<Held> all = flow_->before(release).held;
  const auto held =
      std::find_if(all.begin(), all.end(), [&](const Held &h) { return !h.by_leader && equal(h.offset, a.offset); });
  if (held == all.end())
    return false;
  if (a.op != AtomicOp::Store || held->handed_on)
    return true;
  own_space_only_ = own_space_only_ || (a.order.release && !(a.all_spaces && held->acquired.of_all()));
  return a.order.release && held->acquired.of(subject_.k.arrays[roles_.array].space);
}

std::vector<Held> HeldLocks::before(Point p) const {
  std::vector<Held> out = flow_->before(p).held;
  const auto by_leader = [](const Held &h) { return h.by_leader; };
  // A leader releases what it holds for the group behind another barrier only?
  const auto later = [&](Point r) {
    return support::sound("held.interval", !in_one_interval(subject_.k, p, r, Space::Global));
  };
  if (std::any_of(out.begin(), out.end(), by_leader) &&
      !std::all_of(roles_.releases.begin(), roles_.releases.end(), later))
    std::erase_if(out, by_leader);
  return out;
}

bool HeldLocks::has_won(Point p, const Expr &cell) const {
  const std::vector<Held> held = flow_->before(p).held;
  return std::any_of(held.begin(), held.end(), [&](const Held &h) { return !h.by_leader && equal(h.offset, cell); });
}

std::optional<OnlyOne> HeldLocks::only_one() const { return for_ever() ? std::optional(OnlyOne()) : std::nullopt; }

std::optional<OrderedAt> HeldLocks::released(const SharedAccess &access) const {
  if (access.space != subject_.k.arrays[roles_.array].space && own_space_only_)
    return std::nullopt;
  return released_at_all(subject_.k, access, roles_.releases, roles_.scope);
}

} // namespace lockstep::cfg
