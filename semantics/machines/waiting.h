// At which barriers threads wait, and for whom: those of their warp, or those that a mask names (cfg::Gather). Private
// to semantics/.
#pragma once

#include "semantics/machines/interpreter.h"

#include <algorithm>

namespace lockstep::semantics {

// Both wait, at one barrier, with equal loop counters.
inline bool wait_together(const Interpreter &m, ThreadIndex a, ThreadIndex b) {
  const Interpreter::Thread &x = m.threads[a], &y = m.threads[b];
  const std::uint32_t n = m.code.loop_counters;
  return x.status == Interpreter::Status::AtBarrier && y.status == Interpreter::Status::AtBarrier && x.pc == y.pc &&
         std::equal(&m.counters[0] + a * n, &m.counters[0] + a * n + n, &m.counters[0] + b * n);
}
inline bool is_at_end(const Interpreter &m, ThreadIndex t) {
  const Interpreter::Thread &th = m.threads[t];
  return th.status == Interpreter::Status::Done ||
         (th.status == Interpreter::Status::AtBarrier && m.code.ends[m.code.instrs[th.pc].c]);
}

const cfg::Barrier *warp_barrier_of(const Interpreter &m, ThreadIndex t); // at which it waits; null: at none
const cfg::Gather *gather_of(const Interpreter &m, ThreadIndex t);        // likewise

// --- of a thread that waits at a barrier of the warp
// Whom it names, as bits of its block of 64 threads, and those of them that there are.
std::uint64_t names_of(const Interpreter &m, ThreadIndex t);
std::vector<ThreadIndex> named_by(const Interpreter &m, ThreadIndex t);
ThreadIndex block_of_64(const Interpreter &m, ThreadIndex t);       // its first thread
bool has_ended(const Interpreter &m, ThreadIndex u, ThreadIndex t); // for t, which waits
// The first thread that keeps t waiting for ever if it does nothing more. t itself if its own mask does not name it.
// Nothing: all are there that have not ended.
std::optional<ThreadIndex> missing(const Interpreter &m, ThreadIndex t);

} // namespace lockstep::semantics
