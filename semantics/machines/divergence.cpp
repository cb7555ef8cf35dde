// Barrier divergence: see divergence.h.
#include "semantics/machines/divergence.h"

#include "semantics/machines/waiting.h"

namespace lockstep::semantics {

Divergence tell_divergence(const Interpreter &m, ThreadIndex at, ThreadIndex other) {
  Divergence d;
  d.at = at;
  d.other = other;
  d.barrier = m.code.sites[m.threads[at].pc];
  if (at != other && (m.threads[other].status == Interpreter::Status::AtBarrier ||
                      m.threads[other].status == Interpreter::Status::AtNumbered))
    d.elsewhere = m.code.sites[m.threads[other].pc];
  d.other_iteration = at != other && m.threads[at].status == Interpreter::Status::AtBarrier &&
                      m.threads[other].status == Interpreter::Status::AtBarrier &&
                      m.threads[at].pc == m.threads[other].pc;
  for (Observer *o : m.observers)
    o->on_divergence(d);
  return d;
}

void diverge(Interpreter &m, ThreadIndex at, ThreadIndex other) {
  const Divergence d = tell_divergence(m, at, other);
  const bool numbered = m.threads[at].status == Interpreter::Status::AtNumbered;
  m.stop(at, m.threads[at].pc, Ending::Divergence,
         numbered ? "a thread waits at a barrier to which too few threads come, or with another count"
         : gather_of(m, at) && missing(m, at) == at ? "a thread passes a mask that does not name it"
         : d.other_iteration                        ? "threads wait at one barrier in different iterations of a loop"
         : d.elsewhere                              ? "threads wait at different barriers"
                       : "a thread waits at a barrier that another one of its scope never reaches");
}

} // namespace lockstep::semantics
