// What a race goal knows of handovers (cfg/analysis/handover.h): where a thread picks an access, which locks protect
// it, and on which side of a counter it stands.
//
// Sound because these are exactly the conditions under which two accesses are ordered, for the goal's kind of pair:
// both are protected by one cell (of the groups' own, where the array is); or one is made before its group counts and
// the other by the last group; or both by the last group, of which there are not two.
#include "emit/assumptions.h"
#include "emit/pick/program.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit::pick {

namespace b = boogie;

namespace {
std::string lock(const Context &c, cfg::ArrayId array, std::size_t slot, Thread t) {
  return "log.held." + std::to_string(slot) + "." + names::array(c.k, array) + suffix(t);
}
std::string lock_at(const Context &c, cfg::ArrayId array, std::size_t slot, Thread t) {
  return "log.held_at." + std::to_string(slot) + "." + names::array(c.k, array) + suffix(t);
}
std::string before(std::size_t counter, Thread t) { return "log.before." + std::to_string(counter) + suffix(t); }
std::string last(std::size_t counter, Thread t) { return "log.last." + std::to_string(counter) + suffix(t); }

bool among(const std::vector<std::size_t> &all, std::size_t x) {
  return std::find(all.begin(), all.end(), x) != all.end();
}
} // namespace

const std::vector<cfg::HeldLock> &ProgramBuilder::locks_of(const PlacedSite &s) const {
  static const std::vector<cfg::HeldLock> none;
  return !s.handover ? none : pair_ == Pair::SameGroup ? s.handover->in_group : s.handover->in_grid;
}

std::vector<cfg::Expr> ProgramBuilder::handover_seeds(const std::vector<PlacedSite> &sites) const {
  std::vector<cfg::Expr> out;
  for (const PlacedSite &s : sites)
    for (const cfg::HeldLock &l : locks_of(s))
      out.push_back(l.offset);
  return out;
}

void ProgramBuilder::prepare_handovers(b::Procedure &p, const std::vector<PlacedSite> &sites) {
  locks_.clear();
  counters_.clear();
  bool bare = false;
  for (const PlacedSite &s : sites) {
    std::map<cfg::ArrayId, std::size_t> held;
    for (const cfg::HeldLock &l : locks_of(s)) {
      bare = bare || l.bare;
      if (c_.encoder.encodable(l.offset))
        locks_[l.array] = std::max(locks_[l.array], ++held[l.array]);
    }
    if (s.handover && pair_ == Pair::DifferentGroups) {
      counters_.insert(s.handover->last.begin(), s.handover->last.end()); // nothing is ordered without a last group
      bare = bare || s.handover->bare;
    }
  }
  for (const auto &[array, slots] : locks_)
    for (std::size_t slot = 0; slot < slots; ++slot)
      for (Thread t : both_threads) {
        declare(p, lock(c_, array, slot, t), b::boolean());
        declare(p, lock_at(c_, array, slot, t), c_.encoder.offset_type(array));
      }
  for (std::size_t counter : counters_) {
    out_.assumptions.insert(assumption::zero_at_start);
    for (Thread t : both_threads)
      for (const std::string &name : {before(counter, t), last(counter, t)})
        declare(p, name, b::boolean());
  }
  if (bare)
    out_.assumptions.insert(assumption::behind_atomics);
}

void ProgramBuilder::note_handover(BlockWriter &w, const PlacedSite &s, Thread t) {
  std::map<cfg::ArrayId, std::size_t> held;
  for (const cfg::HeldLock &l : locks_of(s)) {
    if (!c_.encoder.encodable(l.offset))
      continue;
    const std::size_t slot = held[l.array]++;
    w.command(b::AssignCmd{lock(c_, l.array, slot, t), b::bool_lit(true)});
    w.command(b::AssignCmd{lock_at(c_, l.array, slot, t), c_.encoder.offset(l.array, l.offset, t)});
  }
  for (const auto &[array, slots] : locks_)
    for (std::size_t slot = held[array]; slot < slots; ++slot)
      w.command(b::AssignCmd{lock(c_, array, slot, t), b::bool_lit(false)});
  for (std::size_t counter : counters_) {
    w.command(b::AssignCmd{before(counter, t), b::bool_lit(s.handover && among(s.handover->before, counter))});
    w.command(b::AssignCmd{last(counter, t), b::bool_lit(s.handover && among(s.handover->last, counter))});
  }
}

std::vector<b::Expr> ProgramBuilder::handed_over() const {
  std::vector<b::Expr> out;
  auto flag = [](const std::string &name) { return b::ident(name, b::boolean()); };
  for (const auto &[array, slots] : locks_) {
    const b::Type type = c_.encoder.offset_type(array);
    for (std::size_t i = 0; i < slots; ++i)
      for (std::size_t j = 0; j < slots; ++j)
        out.push_back(b::conj({flag(lock(c_, array, i, Thread::First)), flag(lock(c_, array, j, Thread::Second)),
                               support::left_out("pick_handovers.cell")
                                   ? b::bool_lit(true)
                                   : b::eq(b::ident(lock_at(c_, array, i, Thread::First), type),
                                           b::ident(lock_at(c_, array, j, Thread::Second), type))}));
  }
  for (std::size_t counter : counters_) {
    const b::Expr before1 = flag(before(counter, Thread::First)), before2 = flag(before(counter, Thread::Second)),
                  last1 = flag(last(counter, Thread::First)), last2 = flag(last(counter, Thread::Second));
    out.push_back(b::conj({before1, last2}));
    out.push_back(b::conj({last1, before2}));
    out.push_back(b::conj({last1, last2}));
  }
  return out;
}

} // namespace lockstep::emit::pick
