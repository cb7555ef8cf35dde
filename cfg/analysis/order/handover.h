// Handovers: what orders accesses of different threads beside barriers, by atomics whose results say that another
// thread has come past a point. No pattern has a name here: each is a theorem with its conditions, all of them checked
// on the kernel.
//
// Locks (handover/locks.cpp). A cell is a *lock* if all that ever changes it are acquisitions, which exchange or
// compare-and-swap a held value into it and have succeeded where the result is known to be the free value, and
// releases, which put the free value back where the thread surely holds that cell. Then at most one thread holds it at
// a time, and each acquisition finds the value of the last release. Where nobody ever puts the free value back, who has
// found it is the only one, for ever: the *winner*, whatever the cell held at the start. Or the cell says whose *turn*
// it is: all that ever changes it are releases, where the thread surely has found a number there that no other thread
// has. An
// access is *protected* by the lock if its thread holds it there, a fence (or the release itself) orders it before the
// release, and a fence (or the acquisition itself) orders it behind the acquisition. Two accesses protected by one cell
// are ordered. What one thread holds for its group, from one barrier to another, protects the accesses of all its
// threads against those of other groups.
//
// Counters (handover/counters.cpp). A cell is *counted up* if each group (each thread) adds one to it at most
// once, nothing else changes it before all have, and it is zero at the start (a listed assumption). Who gets as result
// the number of groups (threads) less one is the *last*: all others have counted before. So an access that a group
// makes before it counts, and that a fence orders before that, is ordered before all that the last group does once it
// knows; and no two groups are last.
//
// Posts (handover/posts.cpp, handover/found.cpp). A cell is *posted* to by one group, or thread: all writes of values
// that a reader could have found there are made by the group that the cell's place names, or by the cell's winner. Who
// has found such a value there comes behind all that the group did before each of these writes and a fence: a flag that
// is waited for, one flag after the other along a chain of groups, slots of a queue. What one thread of a group finds
// it hands on to the others at a barrier.
//
// Ascents (ascents.cpp). Each thread comes to a cell, and goes on to the next one only if somebody has come there
// before: threads that climb a tree. Where no more than two can have a cell to come to, the second is one thread, and
// comes behind what the first has done before it came.
//
// Scopes: fences and atomics count if they cover both threads; what holds for all is asked once for the whole grid, and
// once for threads of one group. Spaces: fences and atomics count for accesses to the spaces that they order. What a
// thread does behind an atomic by its result is ordered behind it without a fence if it is a write, an atomic, or a
// fresh read (kernel.h): a processor does not write before it knows that it must. This is what hardware does, not what
// the languages say; it is listed where it is used. Any other read may be served from what a cache holds.
#pragma once

#include "cfg/analysis/order/tokens.h"
#include "cfg/analysis/values/facts.h"
#include "cfg/ir/launch.h"

#include <map>
#include <string>
#include <vector>

namespace lockstep::cfg {

// A way to take an array's cells for locks: which value is free, or that cells say whose turn it is. What is held in
// one reading is not held in another one: who has found zero where turns begin is the only one who has, and others have
// their turn meanwhile. Of one array each is another number.
using LockReading = std::size_t;
struct CountedUp { // a cell
  ArrayId array = 0;
  std::uint64_t offset = 0;
  ZeroAtLaunch start;
  bool by_threads = false; // each thread counts, not each group
};
struct Handovers {
  std::map<Point, Tokens> at; // shared accesses that may be ordered by something else than barriers of their group
  std::vector<Channel> channels;
  std::vector<CountedUp> counters;
  std::map<ArrayId, std::uint64_t> free; // of arrays that may hold locks or posts: the value of those that nobody
                                         // holds, to which nobody has posted
  std::map<Point, std::string> missing;  // of others: what they lack
  const Tokens *of(BlockId block, std::uint32_t stmt) const;
  std::size_t open(Channel c); // its number
  // Per array: is one of its writes ordered by a handover? Then what others write between two barriers is no race, and
  // may be seen.
  std::vector<bool> handed(const Kernel &k) const;
};

// Are there atomics, and fences or orders that they could hand on, or barriers of some threads?
bool may_hand_over(const Kernel &k);

// Without ascents.
Handovers handovers(const Kernel &k, const Facts &facts, const Launch &launch);
class Ranges;
void find_ascents(const Kernel &k, const Facts &facts, const Ranges &ranges, const Launch &launch, Handovers &out);

} // namespace lockstep::cfg
