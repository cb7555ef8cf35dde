// Locks: see handover.h. One array at a time, and once for each scope; which locks are held where, held.cpp.
//
// Sound because (1) a cell goes from its free value to another one only by an acquisition, which finds it free, and
// back only by a release: between the two nobody else acquires it, and the thread that has done so holds it; a cell
// that says whose turn it is stays as it is until that thread, the only one that has this number, releases it; a
// release by whom does not hold it makes the array none of locks; both threads hold the cell in one and the same
// reading of what is free there; (2) holders that come between two others hand on what these have released: a
// read-modify-write does, a store only what its thread has acquired, for all; (3) what one thread holds for its group
// it releases behind a barrier that comes after the accesses; (4) two threads that have both found a value which nobody
// puts back in one cell there are not: nothing needs to order them.
#include "cfg/analysis/order/handover/held.h"
#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace lockstep::cfg {

namespace {

// What an acquisition expects, or what is put back.
std::optional<std::uint64_t> free_value(const std::vector<ArrayUse> &uses) {
  std::optional<std::uint64_t> put;
  for (const auto &[place, store, a] : uses) {
    if (store)
      continue;
    if (a->op == AtomicOp::CmpXchg && is_const(a->operands[0]))
      return a->operands[0]->value;
    if (!a->dest && (a->op == AtomicOp::Xchg || a->op == AtomicOp::Store || a->op == AtomicOp::And) &&
        is_const(a->operands[0]))
      put = a->operands[0]->value;
  }
  return put;
}

// Then a holder of another group may come between two of one group, and end what was released for that group only.
bool stored_to(const Kernel &k, ArrayId array) {
  const std::vector<ArrayUse> uses = uses_of(k, array);
  return std::any_of(uses.begin(), uses.end(), [](const ArrayUse &use) {
    return support::unsound("locks.third", use.atomic && use.atomic->op == AtomicOp::Store);
  });
}

// Of one array: what is held in one reading, by threads that are so far apart.
using Channels = std::map<std::pair<LockReading, Pairs>, std::size_t>;

void find_locks(Subject &subject, ArrayId array, std::optional<std::uint64_t> free, LockReading reading,
                Channels &channels, Handovers &out) {
  const Kernel &k = subject.k;
  const auto channel = [&](Pairs pairs) -> std::size_t {
    const auto [at, fresh] =
        channels.try_emplace({support::left_out("pick_handovers.reading") ? 0 : reading, pairs}, out.channels.size());
    if (fresh)
      out.open({"lock " + k.arrays[array].name, Keys::Cells, pairs, array});
    return at->second;
  };
  const bool of_all = k.arrays[array].space == Space::Global;
  const bool by_all = of_all && stored_to(k, array);
  for (const AtomicScope scope : {AtomicScope::Grid, AtomicScope::Group}) {
    if (scope == AtomicScope::Grid ? !of_all : by_all)
      continue;
    const HeldLocks locks(subject, array, free, scope);
    if (!locks.plausible())
      continue;
    if (!locks.for_ever())
      out.free[array] = free.value_or(0);
    for (ArrayId counter : locks.counters())
      out.free[counter] = 0;
    for (const SharedAccess &a : subject.accesses) {
      if (a.array == array)
        continue;
      for (const Held &h : locks.before(a.place)) {
        if (locks.for_ever())
          out.free[array] = *free;
        const auto acquired = h.acquired.behind(a), released = locks.released(a);
        std::optional<Token::Grounds> order;
        if (const auto one = locks.only_one())
          order = *one;
        else if (acquired && released)
          order = InTurn{*acquired, *released};
        if (locks.wrong()) {
          out.missing[a.place] = fmt::format("'{}' is no lock: who releases it at {} may not hold it",
                                             name_of(k, array), statement(k, *locks.wrong()).origin.str());
        } else if (!order && !acquired) {
          out.missing[a.place] = fmt::format("no fence lies between the acquisition of '{}' and it", name_of(k, array));
        } else if (!order) {
          out.missing[a.place] = fmt::format("no fence lies between it and the release of '{}'", name_of(k, array));
        } else {
          for (const Pairs pairs : {Pairs::OfGroups, Pairs::OfGroup})
            if ((by_all || (pairs == Pairs::OfGroups) == (scope == AtomicScope::Grid)) &&
                support::sound("locks.by_leader", pairs == Pairs::OfGroups || !h.by_leader)) {
              Channel &of = out.channels[channel(pairs)];
              of.tickets = of.tickets || h.tickets;
              out.at[a.place].hold({channel(pairs), h.offset, *order});
            }
        }
      }
    }
  }
}

} // namespace

void find_locks(Subject &subject, Handovers &out) {
  for (ArrayId array = 0; array < subject.k.arrays.size(); ++array) {
    const std::vector<ArrayUse> uses = uses_of(subject.k, array);
    if (subject.k.arrays[array].space == Space::Private ||
        std::none_of(uses.begin(), uses.end(), [](const ArrayUse &use) { return use.atomic; }))
      continue;
    std::set<std::uint64_t> free{0}; // a cell that is won, if no other value is put back
    if (const auto put = free_value(uses))
      free.insert(*put);
    LockReading reading = 0;
    Channels channels;
    for (std::uint64_t value : free)
      find_locks(subject, array, value, reading++, channels, out);
    find_locks(subject, array, std::nullopt, reading, channels, out);
  }
}

} // namespace lockstep::cfg
