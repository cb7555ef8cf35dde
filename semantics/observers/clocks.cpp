// Vector clocks of releases and acquires: see clocks.h.
#include "semantics/observers/clocks.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::semantics {

namespace {
constexpr std::size_t of_group = 0, of_global = 1;
std::size_t index(cfg::Space space) { return space == cfg::Space::Group ? of_group : of_global; }
bool fenced(const auto &fence, std::size_t space) { return space == of_group ? fence.fence_group : fence.fence_global; }
} // namespace

void Clocks::start(std::uint32_t threads, std::uint32_t group_size) {
  group_size_ = group_size;
  threads_.assign(threads, {});
  cells_.clear();
  atomics_.clear();
  coming_.clear();
}

void Clocks::join(Clock &to, const Clock &from) {
  if (to.size() < from.size())
    to.resize(from.size(), 0);
  for (std::size_t i = 0; i < from.size(); ++i)
    to[i] = std::max(to[i], from[i]);
}

void Clocks::set_own(ThreadIndex t, std::uint64_t step) {
  for (Shared &s : threads_[t].spaces) {
    if (s.now.size() <= t)
      s.now.resize(t + 1, 0);
    s.now[t] = step;
  }
}

void Clocks::meet(std::span<const ThreadIndex> threads, const cfg::Barrier &barrier) {
  for (std::size_t space : {of_group, of_global}) {
    if (!fenced(barrier, space))
      continue;
    Shared all;
    for (ThreadIndex t : threads) {
      const Shared &s = threads_[t].spaces[space];
      join(all.now, s.now);
      for (std::size_t i : {0U, 1U}) {
        join(all.released[i], s.released[i]);
        join(all.found[i], s.found[i]);
      }
    }
    for (ThreadIndex t : threads)
      threads_[t].spaces[space] = all;
  }
  std::map<CellId, Clock> seen;
  for (ThreadIndex t : threads)
    for (const auto &[cell, clock] : threads_[t].seen)
      join(seen[cell], clock);
  for (ThreadIndex t : threads)
    threads_[t].seen = seen;
}

void Clocks::come(ThreadIndex t, unsigned number) {
  for (std::size_t space : {of_group, of_global})
    join(coming_[{t / group_size_, number}][space], threads_[t].spaces[space].now);
}

// Less than at a barrier is handed on: what a thread has found without acquiring it stays its own.
void Clocks::pass(ThreadIndex last, std::span<const ThreadIndex> threads, unsigned number) {
  const auto at = coming_.find({last / group_size_, number});
  for (ThreadIndex t : threads)
    for (std::size_t space : {of_group, of_global})
      join(threads_[t].spaces[space].now, at->second[space]);
  coming_.erase(at);
}

bool Clocks::behind_atomic(ThreadIndex s, std::uint64_t step, const Access &a) const {
  const auto &seen = threads_[a.thread].seen;
  const auto cell = seen.find({a.array, a.copy, a.lo});
  return a.kind == cfg::AccessKind::Write && cell != seen.end() && s < cell->second.size() && step <= cell->second[s];
}

void Clocks::fence(ThreadIndex t, const cfg::Fence &f) {
  const bool all = f.scope == cfg::AtomicScope::Grid;
  for (std::size_t space : {of_group, of_global}) {
    if (!fenced(f, space) || f.scope == cfg::AtomicScope::Thread)
      continue;
    Shared &s = threads_[t].spaces[space];
    if (f.order.acquire) {
      join(s.now, s.found[0]);
      if (all)
        join(s.now, s.found[1]);
    }
    if (f.order.release) {
      join(s.released[0], s.now);
      if (all)
        join(s.released[1], s.now);
    }
  }
}

// all: the operation's scope.
void Clocks::acquire(ThreadIndex t, const Cell &cell, bool all, AtOnce at_once) {
  const std::uint32_t group = t / group_size_;
  for (const Release &r : cell.releases) {
    if (r.group != group && !(r.all && all))
      continue;
    for (std::size_t i : {of_group, of_global}) {
      Shared &s = threads_[t].spaces[i];
      Clock &found = s.found[r.group == group ? 0 : 1];
      join(found, r.clocks[i]);
      if (at_once[i])
        join(s.now, r.clocks[i]);
    }
  }
}

void Clocks::release(ThreadIndex t, Cell &cell, bool all, AtOnce at_once) {
  const std::uint32_t group = t / group_size_;
  for (const bool to_all : {false, true}) {
    if (to_all && !all)
      continue;
    auto r = std::find_if(cell.releases.begin(), cell.releases.end(),
                          [&](const Release &x) { return x.group == group && x.all == to_all; });
    if (r == cell.releases.end())
      r = cell.releases.insert(r, {group, to_all, {}});
    for (std::size_t i : {of_group, of_global}) {
      const Shared &s = threads_[t].spaces[i];
      join(r->clocks[i], s.released[to_all ? 1 : 0]);
      if (at_once[i])
        join(r->clocks[i], s.now);
    }
  }
}

void Clocks::access(const Access &a, cfg::Space space) {
  set_own(a.thread, a.step);
  if (!a.atomic && a.kind == cfg::AccessKind::Read)
    return;
  auto &cells = cells_[{a.array, a.copy}];
  const bool changes = !a.atomic || a.stores;
  const std::int64_t end = a.lo + static_cast<std::int64_t>(a.granules);
  auto overlaps = [&](std::int64_t lo, const Cell &c) {
    return lo < end && a.lo < lo + static_cast<std::int64_t>(c.granules);
  };
  if (changes) // of what was written in part, or by no read-modify-write, nothing is left
    std::erase_if(cells, [&](const auto &c) {
      return overlaps(c.first, c.second) &&
             (!a.atomic || a.atomic->op == cfg::AtomicOp::Store || c.first != a.lo || c.second.granules != a.granules);
    });
  if (!a.atomic || a.atomic->scope == cfg::AtomicScope::Thread)
    return;
  Clock &those = atomics_[{a.array, a.copy, a.lo}];
  join(threads_[a.thread].seen[{a.array, a.copy, a.lo}], those);
  if (those.size() <= a.thread)
    those.resize(a.thread + 1, 0);
  those[a.thread] = a.step;
  const bool all = a.atomic->scope == cfg::AtomicScope::Grid;
  auto at = cells.find(a.lo);
  const bool succeeds = a.stores || a.atomic->op != cfg::AtomicOp::CmpXchg;
  auto by_itself = [&](auto orders) -> AtOnce {
    return {orders(*a.atomic, space, cfg::Space::Group), orders(*a.atomic, space, cfg::Space::Global)};
  };
  if (at != cells.end() && at->second.granules == a.granules && a.atomic->op != cfg::AtomicOp::Store)
    acquire(a.thread, at->second, all, by_itself(succeeds ? cfg::acquires : cfg::acquires_failing));
  if (changes) {
    Cell &c = cells[a.lo];
    c.granules = a.granules;
    release(a.thread, c, all, by_itself(cfg::releases));
  }
}

bool Clocks::ordered(ThreadIndex s, std::uint64_t step, const Access &a, cfg::Space space) const {
  if (support::left_out("clocks.ordered"))
    return true;
  auto over = [&](const Clock &c) { return s < c.size() && step <= c[s]; };
  const Shared &of = threads_[a.thread].spaces[index(space)];
  const bool cached = a.kind == cfg::AccessKind::Read && !a.fresh; // perhaps
  return over(of.now) || ((over(of.found[0]) || over(of.found[1])) && !cached);
}

} // namespace lockstep::semantics
