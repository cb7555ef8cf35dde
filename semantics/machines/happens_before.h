// Which visible steps of an execution happen before which others, as vector clocks: steps that depend on each other in
// their order, a thread's own in theirs, and all before those that waited for them. Private to semantics/.
#pragma once

#include "semantics/machines/decisions.h"
#include "semantics/machines/machine.h"

#include <algorithm>

namespace lockstep::semantics {

bool dependent(const Pending &a, const Pending &b); // taking them the other way round may be another trace

class HappensBefore {
public:
  void start(std::size_t threads, std::size_t stores); // an execution

  // The step that `t` takes by this decision. `reversible(i)` is called for each event i, latest first, that the step
  // depends on and that nothing else orders before it, before it is ordered behind it.
  template <typename F> void take(ThreadIndex t, const Pending &what, std::size_t decision, F &&reversible);
  void release(const Release &r); // synchronisation of all who take part

  std::size_t decision_of(std::size_t event) const { return events_[event].decision; }
  // Who can start what leads from where event i was taken to the next step of `t`, without i: of the threads whose
  // steps do not depend on i, those whose first one depends on none of the others.
  ThreadMask initials(std::size_t i, ThreadIndex t) const;

private:
  struct Event { // a visible step that was taken
    ThreadIndex thread = 0;
    std::uint32_t index = 0; // among its thread's, from 1 on
    Pending what;
    std::size_t decision = 0;
  };

  const std::uint32_t *clock(std::size_t event) const { return &clocks_[event * n_]; }
  std::uint32_t *now(ThreadIndex t) { return &now_[t * n_]; }
  const std::uint32_t *now(ThreadIndex t) const { return &now_[t * n_]; }
  static bool before(const Event &a, const std::uint32_t *clock) { return clock[a.thread] >= a.index; }
  void join(std::uint32_t *to, const std::uint32_t *from) const {
    for (std::size_t k = 0; k < n_; ++k)
      to[k] = std::max(to[k], from[k]);
  }

  std::size_t n_ = 0; // threads
  std::vector<Event> events_;
  std::vector<std::uint32_t> clocks_, now_, taken_; // per event; per thread; events per thread
  std::vector<std::vector<std::size_t>> by_store_;  // events
  std::size_t floor_ = 0;                           // events before it happen before all from here on
};

template <typename F>
void HappensBefore::take(ThreadIndex t, const Pending &what, std::size_t decision, F &&reversible) {
  const Event e{t, ++taken_[t], what, decision};
  std::vector<std::size_t> &list = by_store_[what.store];
  if (!list.empty() && list.back() < floor_)
    list.clear();
  // Latest first: what an earlier one has in common with this step through a later one is no race of its own.
  for (std::size_t i = list.size(); i-- > 0 && list[i] >= floor_;) {
    const Event &other = events_[list[i]];
    if (other.thread == t || !dependent(other.what, what) || before(other, now(t)))
      continue;
    reversible(list[i]);
    join(now(t), clock(list[i]));
  }
  now(t)[t] = e.index;
  clocks_.insert(clocks_.end(), now(t), now(t) + n_);
  list.push_back(events_.size());
  events_.push_back(e);
}

} // namespace lockstep::semantics
