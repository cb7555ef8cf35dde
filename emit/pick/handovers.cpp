// What a race goal knows of handovers (cfg/analysis/order/handover.h): where a thread picks an access, which locks
// protect it, and on which side of a counter it stands.
//
// Sound because these are exactly the conditions under which two accesses are ordered, for the goal's kind of pair:
// both are protected by one cell (of the groups' own, where the array is); or one is made before its group (its thread)
// counts and the other by the last one; or both by the last one, of which there are not two; or one is made before the
// writes to a cell that names its group (thread), and the other by who has found one of them there; or one is made by a
// thread that comes to a numbered barrier, after fewer comings than the other's thread has waited for
// (cfg/analysis/order/named_barriers.h). Where but one thread finds something in a cell, two threads that both have
// found it there are none.
#include "cfg/ir/assumptions.h"
#include "emit/pick/program.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit::pick {

namespace b = boogie;

namespace {
using Locks = std::pair<cfg::ArrayId, cfg::LockReading>;
std::string lock(const Context &c, Locks of, std::size_t slot, Thread t) {
  return "log.held." + std::to_string(of.second) + "." + std::to_string(slot) + "." + names::array(c.k, of.first) +
         suffix(t);
}
std::string lock_at(const Context &c, Locks of, std::size_t slot, Thread t) {
  return "log.held_at." + std::to_string(of.second) + "." + std::to_string(slot) + "." + names::array(c.k, of.first) +
         suffix(t);
}
Locks key_of(const cfg::HeldLock &l) { return {l.array, support::left_out("pick_handovers.reading") ? 0 : l.reading}; }
std::string before(std::size_t counter, Thread t) { return "log.before." + std::to_string(counter) + suffix(t); }
std::string last(std::size_t counter, Thread t) { return "log.last." + std::to_string(counter) + suffix(t); }

std::string done(unsigned number, Thread t) { return "log.done." + std::to_string(number) + suffix(t); }
std::string waited(unsigned number, Thread t) { return "log.waited." + std::to_string(number) + suffix(t); }

std::string posted(std::size_t channel, Thread t) { return "log.posted." + std::to_string(channel) + suffix(t); }
std::string posted_to(std::size_t channel, Thread t) { return "log.posted_to." + std::to_string(channel) + suffix(t); }
std::string found(std::size_t channel, Thread t) { return "log.found." + std::to_string(channel) + suffix(t); }
std::string found_in(std::size_t channel, Thread t) { return "log.found_in." + std::to_string(channel) + suffix(t); }

// How far the threads of a pair are apart.
cfg::AtomicScope apart(Pair pair) { return pair == Pair::SameGroup ? cfg::AtomicScope::Group : cfg::AtomicScope::Grid; }
bool among(const std::vector<cfg::Counted> &all, std::size_t counter, Pair pair) {
  return std::any_of(all.begin(), all.end(),
                     [&](const cfg::Counted &x) { return x.counter == counter && x.order.covers(apart(pair)); });
}
const cfg::Posted *among(const std::vector<cfg::Posted> &all, std::size_t channel, Pair pair) {
  const auto at = std::find_if(all.begin(), all.end(), [&](const cfg::Posted &x) {
    return x.channel == channel && x.released.covers(apart(pair));
  });
  return at == all.end() ? nullptr : &*at;
}
} // namespace

std::vector<cfg::HeldLock> ProgramBuilder::locks_of(const PlacedSite &s) const {
  std::vector<cfg::HeldLock> out;
  if (s.handover && pair_ != Pair::Any)
    for (const cfg::HeldLock &l : pair_ == Pair::SameGroup ? s.handover->in_group : s.handover->in_grid)
      if (l.covers(apart(pair_)))
        out.push_back(l);
  return out;
}

std::vector<cfg::Expr> ProgramBuilder::handover_seeds(const std::vector<PlacedSite> &sites) const {
  std::vector<cfg::Expr> out;
  for (const cfg::NumberedBarrier &n : numbered())
    for (const auto &counter : {n.waited, n.arrived})
      if (counter)
        out.push_back(cfg::variable(*counter, c_.k.vars[*counter].type));
  for (const PlacedSite &s : sites) {
    for (const cfg::HeldLock &l : locks_of(s))
      out.push_back(l.offset);
    if (!s.handover)
      continue;
    for (const cfg::FoundPost &f : s.handover->found)
      if (f.cell)
        out.push_back(f.cell);
    for (const cfg::Posted &p : s.handover->posted)
      if (const cfg::Expr &cell = p.cell ? p.cell : c_.a.handovers.channels[p.channel].cell)
        out.push_back(cell);
  }
  return out;
}

void ProgramBuilder::prepare_handovers(b::Procedure &p, const std::vector<PlacedSite> &sites) {
  locks_.clear();
  counters_.clear();
  channels_.clear();
  if (pair_ == Pair::Any)
    return;
  bool bare = false;
  for (const PlacedSite &s : sites) {
    std::map<Locks, std::size_t> held;
    for (const cfg::HeldLock &l : locks_of(s)) {
      bare = bare || l.bare();
      if (l.tickets)
        out_.assumptions.insert(cfg::assumption::tickets);
      if (c_.encoder.encodable(l.offset))
        locks_[key_of(l)] = std::max(locks_[key_of(l)], ++held[key_of(l)]);
    }
    if (s.handover)
      for (const cfg::Counted &last : s.handover->last) // nothing is ordered without a last group
        if ((pair_ == Pair::DifferentGroups || c_.a.handovers.counters[last.counter].by_threads) &&
            last.order.covers(apart(pair_))) {
          counters_.insert(last.counter);
          bare = bare || last.order.bare();
        }
    if (s.handover)
      for (const cfg::FoundPost &f : s.handover->found) // nothing is ordered where nothing is found
        if (knows(f)) {
          channels_.insert(f.channel);
          bare = bare || f.acquired.bare();
        }
  }
  for (const auto &[of, slots] : locks_)
    for (std::size_t slot = 0; slot < slots; ++slot)
      for (Thread t : both_threads) {
        declare(p, lock(c_, of, slot, t), b::boolean());
        declare(p, lock_at(c_, of, slot, t), c_.encoder.offset_type(of.first));
      }
  for (std::size_t counter : counters_) {
    out_.assumptions.insert(cfg::assumption::zero_at_start);
    for (Thread t : both_threads)
      for (const std::string &name : {before(counter, t), last(counter, t)})
        declare(p, name, b::boolean());
  }
  for (std::size_t channel : channels_) {
    const cfg::Channel &of = c_.a.handovers.channels[channel];
    if (of.start)
      out_.assumptions.insert(cfg::assumption::zero_at_start);
    if (of.tickets)
      out_.assumptions.insert(cfg::assumption::tickets);
    for (Thread t : both_threads) {
      for (const std::string &name : {posted(channel, t), found(channel, t)})
        declare(p, name, b::boolean());
      if (of.cell)
        for (const std::string &name : {posted_to(channel, t), found_in(channel, t)})
          declare(p, name, c_.encoder.offset_type(of.array));
    }
  }
  for (const cfg::NumberedBarrier &n : numbered())
    for (Thread t : both_threads)
      for (const std::string &name : {done(n.number, t), waited(n.number, t)})
        declare(p, name, b::integer());
  if (bare)
    out_.assumptions.insert(cfg::assumption::behind_atomics);
}

// Those of a group that are passed together, for threads of one group.
std::span<const cfg::NumberedBarrier> ProgramBuilder::numbered() const {
  return pair_ == Pair::SameGroup ? std::span(c_.a.numbered.all) : std::span<const cfg::NumberedBarrier>();
}

void ProgramBuilder::note_handover(BlockWriter &w, const PlacedSite &s, Thread t) {
  std::map<Locks, std::size_t> held;
  for (const cfg::HeldLock &l : locks_of(s)) {
    if (!c_.encoder.encodable(l.offset))
      continue;
    const std::size_t slot = held[key_of(l)]++;
    note(w, lock(c_, key_of(l), slot, t), b::bool_lit(true));
    note(w, lock_at(c_, key_of(l), slot, t), c_.encoder.offset(l.array, l.offset, t));
  }
  for (const auto &[of, slots] : locks_)
    for (std::size_t slot = held[of]; slot < slots; ++slot)
      note(w, lock(c_, of, slot, t), b::bool_lit(false));
  for (std::size_t counter : counters_) {
    note(w, before(counter, t), b::bool_lit(s.handover && among(s.handover->before, counter, pair_)));
    note(w, last(counter, t), b::bool_lit(s.handover && among(s.handover->last, counter, pair_)));
  }
  for (const cfg::NumberedBarrier &n : numbered()) {
    auto count = [&](std::optional<cfg::VarId> counter) {
      return counter ? c_.encoder.integer(cfg::variable(*counter, c_.k.vars[*counter].type), Sign::Unsigned, t)
                     : b::int_lit(0);
    };
    note(w, done(n.number, t), b::binary("+", count(n.waited), count(n.arrived)));
    note(w, waited(n.number, t), count(n.waited));
  }
  for (std::size_t channel : channels_) {
    const cfg::Channel &of = c_.a.handovers.channels[channel];
    const cfg::Posted *before = s.handover ? among(s.handover->posted, channel, pair_) : nullptr;
    const cfg::Expr to = before && before->cell ? before->cell : of.cell;
    const bool said = before && (!to || c_.encoder.encodable(to));
    note(w, posted(channel, t), b::bool_lit(said));
    if (said && to)
      note(w, posted_to(channel, t), c_.encoder.offset(of.array, to, t));
    const cfg::FoundPost *finds = nullptr;
    if (s.handover)
      for (const cfg::FoundPost &f : s.handover->found)
        if (f.channel == channel && knows(f))
          finds = &f;
    note(w, found(channel, t), b::bool_lit(finds != nullptr));
    if (finds && of.cell)
      note(w, found_in(channel, t), c_.encoder.offset(of.array, finds->cell, t));
  }
}

// Does it say, between the two threads, whose post was found?
bool ProgramBuilder::knows(const cfg::FoundPost &f) const {
  if (!f.acquired.covers(apart(pair_)))
    return false;
  const cfg::Expr &cell = c_.a.handovers.channels[f.channel].cell;
  return !cell || (c_.encoder.encodable(cell) && f.cell && c_.encoder.encodable(f.cell));
}

std::vector<b::Expr> ProgramBuilder::handed_over() const {
  std::vector<b::Expr> out;
  auto flag = [](const std::string &name) { return b::ident(name, b::boolean()); };
  for (const auto &[of, slots] : locks_) {
    const b::Type type = c_.encoder.offset_type(of.first);
    for (std::size_t i = 0; i < slots; ++i)
      for (std::size_t j = 0; j < slots; ++j)
        out.push_back(b::conj({flag(lock(c_, of, i, Thread::First)), flag(lock(c_, of, j, Thread::Second)),
                               support::left_out("pick_handovers.cell")
                                   ? b::bool_lit(true)
                                   : b::eq(b::ident(lock_at(c_, of, i, Thread::First), type),
                                           b::ident(lock_at(c_, of, j, Thread::Second), type))}));
  }
  for (std::size_t counter : counters_) {
    const b::Expr before1 = flag(before(counter, Thread::First)), before2 = flag(before(counter, Thread::Second)),
                  last1 = flag(last(counter, Thread::First)), last2 = flag(last(counter, Thread::Second));
    out.push_back(b::conj({before1, last2}));
    out.push_back(b::conj({last1, before2}));
    out.push_back(b::conj({last1, last2}));
  }
  for (const cfg::NumberedBarrier &n : numbered())
    for (Thread first : both_threads) {
      const Thread second = first == Thread::First ? Thread::Second : Thread::First;
      const char *less = support::left_out("pick_handovers.numbered") ? "<=" : "<";
      out.push_back(
          b::conj({c_.encoder.boolean(n.comes, first), b::binary(less, b::ident(done(n.number, first), b::integer()),
                                                                 b::ident(waited(n.number, second), b::integer()))}));
    }
  for (std::size_t channel : channels_) {
    const cfg::Channel &of = c_.a.handovers.channels[channel];
    const auto ordered = [&](Thread first, Thread second) {
      std::vector<b::Expr> both{flag(posted(channel, first)), flag(found(channel, second))};
      if (of.cell && !support::left_out("pick_handovers.channel")) {
        const b::Type type = c_.encoder.offset_type(of.array);
        both.push_back(b::eq(b::ident(posted_to(channel, first), type), b::ident(found_in(channel, second), type)));
      }
      return b::conj(both);
    };
    out.push_back(ordered(Thread::First, Thread::Second));
    out.push_back(ordered(Thread::Second, Thread::First));
    if (of.one_finds) { // of two threads, that is
      const b::Type type = c_.encoder.offset_type(of.array);
      out.push_back(b::conj({flag(found(channel, Thread::First)), flag(found(channel, Thread::Second)),
                             b::eq(b::ident(found_in(channel, Thread::First), type),
                                   b::ident(found_in(channel, Thread::Second), type))}));
    }
  }
  return out;
}

} // namespace lockstep::emit::pick
