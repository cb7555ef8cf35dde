// See event_log.h.
#include "cost/walk/event_log.h"

#include <algorithm>

namespace lockstep::cost {

void EventLog::add(Event e) {
  if (silent())
    return;
  e.loops = around_;
  e.stretch = stretches_.size() - 1;
  events_.push_back(std::move(e));
}

void EventLog::new_stretch(bool surely) {
  if (silent())
    return;
  stretches_.back().to_barrier = surely;
  Stretch next{{}, surely, true};
  std::copy_if(around_.begin(), around_.end(), std::back_inserter(next.loops),
               [&](std::size_t r) { return rounds_[r].barriers; });
  stretches_.push_back(std::move(next));
}

EventLog::Loops EventLog::enter_loop(const Rounds &rounds, std::optional<std::size_t> depth) {
  Loops around = around_;
  if (silent())
    return around;
  if (depth)
    around_.resize(*depth);
  rounds_.push_back(rounds);
  around_.push_back(rounds_.size() - 1);
  if (rounds.barriers)
    new_stretch(false);
  return around;
}

void EventLog::leave_loop(Loops around, bool barriers) {
  around_ = std::move(around);
  if (barriers)
    new_stretch(false);
}

void EventLog::back_to(Mark m) {
  events_.resize(m.events);
  rounds_.resize(m.rounds);
  stretches_ = std::move(m.stretches);
}

Walked EventLog::taken(std::set<std::string> assumptions, std::size_t statements) {
  return {std::move(events_), std::move(rounds_), std::move(stretches_), std::move(assumptions), statements};
}

} // namespace lockstep::cost
