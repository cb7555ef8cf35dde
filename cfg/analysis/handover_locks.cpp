// Locks: see handover.h. One array at a time, and once for each scope: a forward analysis of the cells that a thread
// surely holds, then a look at each release, and a backward analysis of fences in front of releases.
//
// Sound because (1) a cell goes from its free value to another one only by an acquisition, which finds it free, and
// back only by a release: between the two nobody else acquires it, and the thread that has done so holds it; a release
// by whom does not hold it makes the array none of locks; (2) what a thread surely holds it has acquired, on every way,
// with variables in the cell's offset that still have their values, and has not released since; (3) scopes: an array
// with an atomic that does not cover the pair has no locks for it; (4) plain stores to the array are in group memory,
// and come before all atomics by barriers; (5) holders that come between two others hand on what these have released: a
// read-modify-write does, a store only what its thread has acquired, for all.
#include "cfg/analysis/handover.h"
#include "cfg/analysis/rewrite.h"
#include "support/sound.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace lockstep::cfg {

namespace {

constexpr std::array<Space, 2> spaces{Space::Group, Space::Global};

struct Held {
  Expr offset;
  std::array<bool, 2> fenced{}; // behind the acquisition, per space
  bool handed_on = false;       // all that was acquired has been released by a fence since
};
struct Try { // an acquisition whose result is not known yet
  VarId result = 0;
  Expr offset;
  std::array<bool, 2> fenced{};
  bool handed_on = false;
};
struct State {
  std::vector<Held> held;
  std::vector<Try> tries;
};

template <class T> bool alike(const T &a, const T &b) {
  if constexpr (requires { a.result; })
    if (a.result != b.result)
      return false;
  return equal(a.offset, b.offset);
}

// What holds on both ways. True if `to` has changed.
template <class T> bool meet(std::vector<T> &to, const std::vector<T> &from) {
  bool changed = false;
  std::erase_if(to, [&](T &t) {
    const auto it = std::find_if(from.begin(), from.end(), [&](const T &f) { return alike(t, f); });
    if (it == from.end())
      return changed = true;
    for (std::size_t i = 0; i < spaces.size(); ++i)
      if (t.fenced[i] && !it->fenced[i]) {
        t.fenced[i] = false;
        changed = true;
      }
    if (t.handed_on && !it->handed_on) {
      t.handed_on = false;
      changed = true;
    }
    return false;
  });
  return changed;
}

enum class Role : std::uint8_t { Acquires, Releases, Looks, Other };

class Locks {
public:
  Locks(const Kernel &k, FactReader &facts, ArrayId array, std::optional<std::uint64_t> free, AtomicScope scope)
      : k_(k), facts_(facts), array_(array), free_(free), scope_(scope), at_(k.blocks.size()) {}

  // May it hold locks at all? Every access to it then has a role.
  bool plausible() {
    bool acquired = false, released = false;
    ordered_releases_ = true;
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
        acquired = acquired || r == Role::Acquires;
        if (r == Role::Releases) {
          released = true;
          ordered_releases_ = ordered_releases_ && a->order.release;
        }
      }
    return acquired && released && stored_first();
  }

  // Where nothing: the release that may be one by whom does not hold the lock.
  std::optional<Point> solve() {
    at_[0].emplace();
    for (bool changed = true; changed;) {
      changed = false;
      for (BlockId b = 0; b < k_.blocks.size(); ++b) {
        if (!at_[b])
          continue;
        State now = *at_[b];
        for (const Stmt &s : k_.blocks[b].stmts)
          step(now, s);
        for (BlockId next : successors(k_.blocks[b].end)) {
          State there = now;
          settle(there, b, next);
          if (!at_[next]) {
            at_[next] = std::move(there);
            changed = true;
          } else {
            const bool held = meet(at_[next]->held, there.held), tries = meet(at_[next]->tries, there.tries);
            changed = changed || held || tries;
          }
        }
      }
    }
    for (BlockId b = 0; b < k_.blocks.size(); ++b) {
      State now = at_[b].value_or(State{});
      for (std::uint32_t i = 0; at_[b] && i < k_.blocks[b].stmts.size(); ++i) {
        const Stmt &s = k_.blocks[b].stmts[i];
        if (auto *a = std::get_if<Atomic>(&s.node); a && a->array == array_ && role(*a) == Role::Releases &&
                                                    !may_release(now, *a) && !support::left_out("locks.release"))
          return Point{b, i};
        step(now, s);
      }
    }
    return std::nullopt;
  }

  State before(Point p) const {
    State now = at_[p.first].value_or(State{});
    for (std::uint32_t i = 0; i < p.second; ++i)
      step(now, k_.blocks[p.first].stmts[i]);
    return now;
  }

  // Does a fence, or the release itself, order the access before every next release?
  bool fenced_before_release(Point p, Space space) const {
    if (support::left_out("locks.fence"))
      return true;
    if (space == k_.arrays[array_].space ? ordered_releases_ : own_space_only_)
      return ordered_releases_ && space == k_.arrays[array_].space;
    auto stop = [&](const Stmt &s) {
      auto *f = std::get_if<Fence>(&s.node);
      return f && f->scope >= scope_ && f->order.release && fences(*f, space);
    };
    for (BlockId b = 0; b < k_.blocks.size(); ++b)
      for (std::uint32_t i = 0; i < k_.blocks[b].stmts.size(); ++i)
        if (auto *a = std::get_if<Atomic>(&k_.blocks[b].stmts[i].node);
            a && a->array == array_ && role(*a) == Role::Releases && reaches(k_, p, {b, i}, stop))
          return false;
    return true;
  }

private:
  // Does every plain store to the array come before all atomics, by barriers of the group whose array it is?
  bool stored_first() const {
    const auto never = [](const Stmt &) { return false; };
    const auto barrier = [](const Stmt &s) {
      auto *b = std::get_if<Barrier>(&s.node);
      return b && b->scope != Scope::Warp && b->fence_group;
    };
    for (Point store : stores_)
      for (Point atomic : atomics_)
        if ((k_.arrays[array_].space != Space::Group || in_one_interval(k_, store, atomic, barrier) ||
             reaches(k_, atomic, store, never)) &&
            !support::left_out("locks.stores"))
          return false;
    return true;
  }

  Role role(const Atomic &a) const {
    switch (a.op) {
    case AtomicOp::Load: return Role::Looks;
    case AtomicOp::CmpXchg:
      if (is_const(a.operands[0], *free_) && is_const(a.operands[1]) && !is_const(a.operands[1], *free_))
        return Role::Acquires;
      return Role::Other;
    case AtomicOp::Xchg:
      if (is_const(a.operands[0]))
        return is_const(a.operands[0], *free_) ? Role::Releases : Role::Acquires;
      return Role::Other;
    case AtomicOp::Store: return is_const(a.operands[0], *free_) ? Role::Releases : Role::Other;
    case AtomicOp::Add:
    case AtomicOp::Sub:
    case AtomicOp::Or:
    case AtomicOp::Xor: return is_const(a.operands[0], 0) ? Role::Looks : Role::Other;
    case AtomicOp::And: // OpenCL's flags are cleared by it as well
      return is_const(a.operands[0], 0) && *free_ == 0 ? Role::Releases : Role::Other;
    default: return Role::Other;
    }
  }

  // Does the thread hold the cell? A store, which ends what earlier holders have released there, must hand that on.
  bool may_release(const State &now, const Atomic &a) {
    const auto held =
        std::find_if(now.held.begin(), now.held.end(), [&](const Held &h) { return equal(h.offset, a.offset); });
    if (held == now.held.end())
      return false;
    if (a.op != AtomicOp::Store)
      return true;
    if (held->handed_on)
      return true;
    own_space_only_ = own_space_only_ || a.order.release;
    return a.order.release && held->fenced[k_.arrays[array_].space == Space::Group ? 0 : 1];
  }

  void step(State &now, const Stmt &s) const {
    auto *a = std::get_if<Atomic>(&s.node);
    const bool here = a && a->array == array_;
    if (here && role(*a) == Role::Releases)
      std::erase_if(now.held, [&](const Held &h) { return equal(h.offset, a->offset); });
    if (auto *f = std::get_if<Fence>(&s.node); f && f->order.acquire && f->scope >= scope_)
      for (std::size_t i = 0; i < spaces.size(); ++i)
        if (fences(*f, spaces[i])) {
          for (Held &h : now.held)
            h.fenced[i] = true;
          for (Try &t : now.tries)
            t.fenced[i] = true;
        }
    if (auto *f = std::get_if<Fence>(&s.node);
        f && f->order.release && f->scope >= scope_ && f->fence_group && f->fence_global) {
      for (Held &h : now.held)
        h.handed_on = h.handed_on || (h.fenced[0] && h.fenced[1]);
      for (Try &t : now.tries)
        t.handed_on = t.handed_on || (t.fenced[0] && t.fenced[1]);
    }
    for (VarId v : defined_vars(s)) {
      if (!support::left_out("locks.offset"))
        std::erase_if(now.held, [&](const Held &h) { return mentions(h.offset, v); });
      std::erase_if(now.tries, [&](const Try &t) { return t.result == v || mentions(t.offset, v); });
    }
    if (here && role(*a) == Role::Acquires && a->dest && !mentions(a->offset, *a->dest)) {
      Try t{*a->dest, a->offset, {}};
      for (std::size_t i = 0; i < spaces.size(); ++i)
        t.fenced[i] = a->order.acquire && spaces[i] == k_.arrays[array_].space;
      now.tries.push_back(t);
    }
  }

  // On the edge it may be known that an acquisition has found the lock free.
  void settle(State &now, BlockId from, BlockId to) const {
    if (now.tries.empty())
      return;
    const std::vector<Fact> known = facts_.on_edge(from, to);
    auto is_free = [&](VarId v) {
      return std::any_of(known.begin(), known.end(), [&](const Fact &f) {
        if (f.kind == Fact::Equation)
          return f.var == v && is_const(f.expr, *free_);
        const Expr &e = f.expr;
        auto is = [&](const Expr &x, const Expr &y) { return x->op == Op::Var && x->var == v && is_const(y, *free_); };
        return e->op == Op::Eq && (is(e->args[0], e->args[1]) || is(e->args[1], e->args[0]));
      });
    };
    std::erase_if(now.tries, [&](const Try &t) {
      if (!is_free(t.result) && !support::left_out("locks.result"))
        return false;
      now.held.push_back({t.offset, t.fenced, t.handed_on});
      return true;
    });
  }

  const Kernel &k_;
  FactReader &facts_;
  const ArrayId array_;
  const std::optional<std::uint64_t> free_;
  const AtomicScope scope_;
  std::vector<Point> stores_, atomics_;
  bool ordered_releases_ = true, own_space_only_ = false;
  std::vector<std::optional<State>> at_; // per block, at its start
};

// Then a holder of another group may come between two of one group, and end what was released for that group only.
bool released_by_store(const Kernel &k, ArrayId array, std::uint64_t free) {
  return std::any_of(k.blocks.begin(), k.blocks.end(), [&](const Block &b) {
    return std::any_of(b.stmts.begin(), b.stmts.end(), [&](const Stmt &s) {
      auto *a = std::get_if<Atomic>(&s.node);
      return a && a->array == array && a->op == AtomicOp::Store && is_const(a->operands[0], free) &&
             !support::left_out("locks.third");
    });
  });
}

// What an acquisition expects, or what is put back.
std::optional<std::uint64_t> free_value(const Kernel &k, ArrayId array) {
  std::optional<std::uint64_t> put;
  for (const Block &b : k.blocks)
    for (const Stmt &s : b.stmts) {
      auto *a = std::get_if<Atomic>(&s.node);
      if (!a || a->array != array)
        continue;
      if (a->op == AtomicOp::CmpXchg && is_const(a->operands[0]))
        return a->operands[0]->value;
      const bool unused = !a->dest;
      if (unused && (a->op == AtomicOp::Xchg || a->op == AtomicOp::Store || a->op == AtomicOp::And) &&
          is_const(a->operands[0]))
        put = a->operands[0]->value;
    }
  return put;
}

} // namespace

void find_locks(const Kernel &k, const Facts &facts, Handovers &out) {
  FactReader reader(k, facts);
  const std::vector<SharedAccess> accesses = accesses_to_order(k);
  for (ArrayId array = 0; array < k.arrays.size(); ++array) {
    const std::optional<std::uint64_t> free = free_value(k, array);
    if (!free || k.arrays[array].space == Space::Private)
      continue;
    const bool of_all = k.arrays[array].space == Space::Global;
    const bool by_all = of_all && released_by_store(k, array, *free);
    for (const AtomicScope scope : {AtomicScope::Grid, AtomicScope::Group}) {
      if (scope == AtomicScope::Grid ? !of_all : by_all)
        continue;
      Locks locks(k, reader, array, free, scope);
      if (!locks.plausible())
        continue;
      const std::optional<Point> wrong = locks.solve();
      out.free[array] = *free;
      for (const SharedAccess &a : accesses) {
        if (a.array == array)
          continue;
        const State now = locks.before(a.place);
        for (const Held &h : now.held) {
          const bool fenced = h.fenced[a.space == Space::Group ? 0 : 1];
          const std::string name =
              k.arrays[array].source_name.empty() ? k.arrays[array].name : k.arrays[array].source_name;
          if (wrong)
            out.missing[a.place] = fmt::format("'{}' is no lock: who releases it at {} may not hold it", name,
                                               k.blocks[wrong->first].stmts[wrong->second].origin.str());
          else if (!fenced && !a.waits)
            out.missing[a.place] = fmt::format("no fence lies between the acquisition of '{}' and it", name);
          else if (!locks.fenced_before_release(a.place, a.space))
            out.missing[a.place] = fmt::format("no fence lies between it and the release of '{}'", name);
          else
            for (auto of : {&Handover::in_grid, &Handover::in_group})
              if (by_all || (of == &Handover::in_grid) == (scope == AtomicScope::Grid))
                (out.at[a.place].*of).push_back({array, h.offset, !fenced});
        }
      }
    }
  }
}

} // namespace lockstep::cfg
