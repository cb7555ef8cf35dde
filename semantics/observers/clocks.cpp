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
  coming_.clear();
}

void Clocks::join(Clock &to, const Clock &from) {
  if (to.size() < from.size())
    to.resize(from.size(), 0);
  for (std::size_t i = 0; i < from.size(); ++i)
    to[i] = std::max(to[i], from[i]);
}

void Clocks::set(Clock &c, ThreadIndex t, std::uint64_t step) {
  if (c.size() <= t)
    c.resize(t + 1, 0);
  c[t] = step;
}

void Clocks::Order::join_all(const Order &o) {
  join(now, o.now);
  for (std::size_t i : {0U, 1U}) {
    join(released[i], o.released[i]);
    join(found[i], o.found[i]);
  }
}

void Clocks::Order::pass(const cfg::Fence &f) {
  const std::size_t scopes = f.scope == cfg::AtomicScope::Grid ? 2 : 1;
  for (std::size_t i = 0; i < scopes && f.order.acquire; ++i)
    join(now, found[i]);
  for (std::size_t i = 0; i < scopes && f.order.release; ++i)
    join(released[i], now);
}

void Clocks::Order::find(const Clock &clock, bool own_group, bool at_once) {
  join(found[own_group ? 0 : 1], clock);
  if (at_once)
    join(now, clock);
}

bool Clocks::Order::over(ThreadIndex s, std::uint64_t step, const Access &a) const {
  auto in = [&](const Clock &c) { return s < c.size() && step <= c[s]; };
  const bool cached = a.kind == cfg::AccessKind::Read && !a.fresh; // perhaps
  return in(now) || ((in(found[0]) || in(found[1])) && !cached);
}

void Clocks::meet(std::span<const ThreadIndex> threads, const cfg::Barrier &barrier) {
  for (std::size_t space : {of_group, of_global}) {
    if (!fenced(barrier, space))
      continue;
    Shared all;
    for (ThreadIndex t : threads) {
      const Shared &s = threads_[t][space];
      all.accesses.join_all(s.accesses);
      for (const auto &[cell, order] : s.atomics)
        all.atomics[cell].join_all(order);
      for (std::size_t i : {0U, 1U})
        all.fenced[i] |= s.fenced[i];
    }
    for (ThreadIndex t : threads)
      threads_[t][space] = all;
  }
}

void Clocks::come(ThreadIndex t, unsigned number) {
  for (std::size_t space : {of_group, of_global})
    join(coming_[{t / group_size_, number}][space], threads_[t][space].accesses.now);
}

// Less than at a barrier is handed on: what a thread has found without acquiring it stays its own.
void Clocks::pass(ThreadIndex last, std::span<const ThreadIndex> threads, unsigned number) {
  const auto at = coming_.find({last / group_size_, number});
  for (ThreadIndex t : threads)
    for (std::size_t space : {of_group, of_global})
      join(threads_[t][space].accesses.now, at->second[space]);
  coming_.erase(at);
}

void Clocks::fence(ThreadIndex t, const cfg::Fence &f) {
  for (std::size_t space : {of_group, of_global}) {
    if (!fenced(f, space) || f.scope == cfg::AtomicScope::Thread)
      continue;
    Shared &s = threads_[t][space];
    s.accesses.pass(f);
    for (auto &[cell, order] : s.atomics)
      order.pass(f);
    s.fenced[0] |= f.order.release;
    s.fenced[1] |= f.order.release && f.scope == cfg::AtomicScope::Grid;
  }
}

// By the atomic `a`, whose cell is in `space`.
void Clocks::acquire(const Access &a, const Cell &cell, std::size_t space, AtOnce at_once) {
  const std::uint32_t group = a.thread / group_size_;
  Thread &t = threads_[a.thread];
  for (const Release &r : cell.releases) {
    const bool own = r.group == group;
    if (!own && !(r.all && a.atomic->scope == cfg::AtomicScope::Grid))
      continue;
    for (std::size_t i : {of_group, of_global})
      t[i].accesses.find(r.clocks[i], own, at_once[i]);
    if (!r.atomics.empty())
      t[space].atomics[id(a)].find(r.atomics, own, at_once[space]);
  }
}

void Clocks::release(const Access &a, Cell &cell, std::size_t space, AtOnce at_once) {
  const std::uint32_t group = a.thread / group_size_;
  Thread &t = threads_[a.thread];
  for (const bool to_all : {false, true}) {
    if (to_all && a.atomic->scope != cfg::AtomicScope::Grid)
      continue;
    auto r = std::find_if(cell.releases.begin(), cell.releases.end(),
                          [&](const Release &x) { return x.group == group && x.all == to_all; });
    if (r == cell.releases.end())
      r = cell.releases.insert(r, {group, to_all, {}, {}});
    const std::size_t scope = to_all ? 1 : 0;
    for (std::size_t i : {of_group, of_global}) {
      join(r->clocks[i], t[i].accesses.released[scope]);
      if (at_once[i])
        join(r->clocks[i], t[i].accesses.now);
    }
    if (t[space].fenced[scope])
      set(t[space].atomics[id(a)].released[scope], a.thread, a.step);
    if (const auto known = t[space].atomics.find(id(a)); known != t[space].atomics.end()) {
      join(r->atomics, known->second.released[scope]);
      if (at_once[space])
        join(r->atomics, known->second.now);
    }
  }
}

void Clocks::access(const Access &a, cfg::Space space) {
  for (Shared &s : threads_[a.thread])
    set(s.accesses.now, a.thread, a.step);
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
  auto at = cells.find(a.lo);
  const bool succeeds = a.stores || a.atomic->op != cfg::AtomicOp::CmpXchg;
  auto by_itself = [&](auto orders) -> AtOnce {
    return {orders(*a.atomic, space, cfg::Space::Group), orders(*a.atomic, space, cfg::Space::Global)};
  };
  if (at != cells.end() && at->second.granules == a.granules && a.atomic->op != cfg::AtomicOp::Store)
    acquire(a, at->second, index(space), by_itself(succeeds ? cfg::acquires : cfg::acquires_failing));
  if (changes) {
    Cell &c = cells[a.lo];
    c.granules = a.granules;
    release(a, c, index(space), by_itself(cfg::releases));
  }
}

bool Clocks::ordered(ThreadIndex s, std::uint64_t step, const Access &a, cfg::Space space) const {
  return support::left_out("clocks.ordered") || threads_[a.thread][index(space)].accesses.over(s, step, a);
}

bool Clocks::behind_atomic(ThreadIndex s, std::uint64_t step, const Access &a, cfg::Space space) const {
  const auto &atomics = threads_[a.thread][index(space)].atomics;
  const auto cell = atomics.find(id(a));
  return cell != atomics.end() && cell->second.over(s, step, a);
}

} // namespace lockstep::semantics
