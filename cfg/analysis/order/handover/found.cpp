// What a thread has surely found in the cells of an array that others post to: see handover.h. A forward analysis of
// the atomics that look: which writes of the array may be what was found, by the conditions that have held of it since.
//
// Sound because (1) what an atomic finds was there at the start, or some write of the array has put it there; a write
// is left out only where a condition that holds now is false of the constant that it puts; (2) one thread looks for the
// others of its group, a thread that each group has (exists.h): they have come behind a barrier, which that thread has
// reached as well, as it never ends without it, with what it surely has found there; (3) at joins only what both ways
// have found is left, and all that either may have found; (4) what a cell of group memory held at the start is not
// found where some thread of the group has written it before.
#include "cfg/analysis/order/handover/found.h"

#include "cfg/analysis/values/unwritten.h"
#include "cfg/ir/rewrite.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {

// Does its result say what was there? A compare-and-swap finds it and, if it succeeds, writes as well.
bool finds(const Atomic &a) { return a.dest && (looks(a) || a.op == AtomicOp::CmpXchg); }

bool holds(const Found &x, VarId v) { return std::find(x.values.begin(), x.values.end(), v) != x.values.end(); }

// Nothing is known of it, and nothing will be.
bool is_nothing(const Found &x) { return x.values.empty() && x.possible.back(); }

} // namespace

FoundPosts::FoundPosts(const Subject &subject, ArrayId array, AtomicScope scope)
    : subject_(subject), array_(array), scope_(scope) {
  for (const auto &[place, store, a] : uses_of(subject.k, array)) {
    if (store || !cfg::looks(*a))
      writes.push_back(place);
    if (store || !finds(*a))
      continue;
    looks.push_back(place);
    // May it find what the cell held at the start? Of global memory that is known to be zero.
    if (subject.k.arrays[array].space == Space::Global || !is_const(a->offset) ||
        support::unsound("posts.written", !written_before_a_barrier(subject.k, subject.launch, subject.dominators,
                                                                    place, array, a->offset->value)))
      from_start_.insert(place);
  }
}

// What holds on both ways. True if `to` has changed.
bool FoundPosts::meet(State &to, const State &from) {
  bool changed = false;
  std::erase_if(to, [&](Found &t) {
    const auto it = std::find_if(from.begin(), from.end(),
                                 [&](const Found &f) { return t.look == f.look && t.by_leader == f.by_leader; });
    if (it == from.end())
      return changed = true;
    if (t.cell && !(it->cell && equal(t.cell, it->cell)))
      t.cell = nullptr, changed = true;
    changed = t.acquired.meet(it->acquired) || changed;
    for (std::size_t i = 0; i < t.possible.size(); ++i)
      if (it->possible[i] && !t.possible[i])
        t.possible[i] = changed = true;
    changed |= std::erase_if(t.values, [&](VarId v) { return !holds(*it, v); }) != 0;
    return false;
  });
  return changed;
}

void FoundPosts::step(State &now, Point p) const {
  const Stmt &s = statement(subject_.k, p);
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
      if (holds(x, copy->value->var))
        x.values.push_back(copy->var);
  std::erase_if(now, is_nothing);
  auto *a = std::get_if<Atomic>(&s.node);
  if (!a || a->array != array_ || !finds(*a))
    return;
  std::erase_if(now, [&](const Found &x) { return x.look == p && !x.by_leader; });
  if (const auto acquired = Acquired::by(subject_.k, *a, scope_, Acquired::If::Any)) {
    std::vector<bool> possible(writes.size() + 1, true);
    possible.back() = from_start_.count(p) != 0;
    const Expr cell = mentions(a->offset, *a->dest) ? nullptr : a->offset;
    now.push_back({p, cell, {*a->dest}, std::move(possible), *acquired, false});
  }
}

// What threads that look for the group, which each group has, have found when they come to the barrier.
void FoundPosts::hear(State &now, const std::vector<State> &leaders) const {
  std::erase_if(now, [](const Found &x) { return x.by_leader; });
  for (const State &his : leaders)
    for (Found x : his) {
      if (x.cell && !same_in_group(subject_.k, x.cell))
        x.cell = nullptr;
      x.values.clear();
      x.by_leader = true;
      if (!x.possible.back())
        now.push_back(std::move(x));
    }
}

// Leaves out the writes of which a condition is false.
void FoundPosts::learn(State &now, const std::vector<Fact> &known) const {
  const auto is_choice = [](const Fact &f) { return f.expr->op == Op::Ite; };
  for (Found &x : now)
    for (std::size_t i = 0; i < x.possible.size() && !x.values.empty(); ++i)
      if (const auto value = x.possible[i] ? constant_of(i) : std::nullopt) {
        const auto found = [&](const Expr &v) {
          return v->type.is_int() && holds(x, v->var) ? constant(v->type, *value) : nullptr;
        };
        x.possible[i] = !contradicts(known, found, is_choice);
      }
  std::erase_if(now, is_nothing);
}

// What the write puts, if it is known. At the end: what is there at the start.
std::optional<std::uint64_t> FoundPosts::constant_of(std::size_t write) const {
  if (write == writes.size())
    return subject_.k.arrays[array_].space == Space::Global ? std::optional<std::uint64_t>(0) : std::nullopt;
  const Stmt &s = statement(subject_.k, writes[write]);
  if (auto *st = std::get_if<Store>(&s.node))
    return st->values.size() == 1 && is_const(st->values[0]) ? std::optional(st->values[0]->value) : std::nullopt;
  auto *a = std::get_if<Atomic>(&s.node);
  const bool puts = a->op == AtomicOp::Store || a->op == AtomicOp::Xchg;
  const Expr put = puts ? a->operands[0] : a->op == AtomicOp::CmpXchg ? swap_of(*a).put : nullptr;
  return put && is_const(put) && put->type.is_int() ? std::optional(put->value) : std::nullopt;
}

} // namespace lockstep::cfg
