// The events of a walk (walk.h), with the loops that they stand in and the stretches between barriers. Private to
// cost/walk/.
#pragma once

#include "cost/walk/walk.h"

namespace lockstep::cost {

class EventLog {
public:
  // While one lives, nothing is recorded.
  class Silence {
  public:
    explicit Silence(EventLog &log) : log_(log) { ++log_.silences_; }
    ~Silence() { --log_.silences_; }
    Silence(const Silence &) = delete;
    Silence &operator=(const Silence &) = delete;

  private:
    EventLog &log_;
  };
  bool silent() const { return silences_ > 0; }

  void add(Event e); // its loops and its stretch are the log's to say
  // Behind a barrier of the group that is `surely` passed; else loosely, where a loop with barriers is entered or left,
  // or a barrier perhaps passed.
  void new_stretch(bool surely);
  // What is added then stands in a loop with these rounds, and that in the outermost `depth` of the loops around, or in
  // all. What comes back is for leave_loop().
  using Loops = std::vector<std::size_t>; // outermost first: numbers of rounds
  [[nodiscard]] Loops enter_loop(const Rounds &rounds, std::optional<std::size_t> depth);
  void leave_loop(Loops around, bool barriers);
  std::size_t depth() const { return around_.size(); }

  struct Mark { // what there was at some time
    std::size_t events, rounds;
    std::vector<Stretch> stretches;
  };
  Mark mark() const { return {events_.size(), rounds_.size(), stretches_}; }
  void back_to(Mark m);

  std::size_t size() const { return events_.size(); }
  Walked taken(std::set<std::string> assumptions, std::size_t statements);

private:
  std::vector<Event> events_;
  std::vector<Rounds> rounds_;
  std::vector<Stretch> stretches_ = std::vector<Stretch>(1);
  Loops around_;
  unsigned silences_ = 0;
};

} // namespace lockstep::cost
