// Races with threads that have ended: of two threads of a team, one passes no barrier after its access and ends, the
// other goes on through barriers of the team in which the first takes no part (cfg/analysis/order/ended.h). The
// interval begins where both have met last, and is ended by barriers of the group only.
//
// Sound because the one that has ended has passed no barrier since the interval's start: its run goes on behind its
// access to its end, or to where it goes round a loop that is cut; `alone` is false only if it surely passes a barrier,
// or comes to one of the group. What orders accesses otherwise is not asked for. Private to emit/pick.
#pragma once

#include "cfg/analysis/graph/intervals.h"
#include "cfg/analysis/order/ended.h"
#include "emit/boogie/block_writer.h"
#include "emit/pick/run/context.h"
#include "emit/pick/sites/sites.h"

#include <string>

namespace lockstep::emit::pick {

// The runs of two threads of which one has ended: what they note on their way.
class EndedRuns {
public:
  // `met`: the barriers at which they would have met.
  EndedRuns(const Context &c, const cfg::EndedAlone &alone, const cfg::EndsInterval &met)
      : c_(c), alone_(alone), met_(met) {}

  bool may_be_last(const cfg::Interval &interval, const PlacedSite &s) const; // access of one that ends
  void start(BlockWriter &w, boogie::Procedure &p) const;
  void note_rounds(BlockWriter &w, const cfg::IntervalNode &n, Thread t) const;
  void note_barrier(BlockWriter &w, const cfg::IntervalNode &n, std::uint32_t stmt, Thread t) const;
  void note_pick(BlockWriter &w, const cfg::IntervalNode &n, const PlacedSite &s, Thread t) const;
  void note_end(BlockWriter &w, const cfg::IntervalNode &n, Thread t, const std::string &next) const;
  void note_back_edge(BlockWriter &w, Thread t, const std::string &next) const;
  boogie::Expr one_has_ended() const;

private:
  const Context &c_;
  const cfg::EndedAlone &alone_;
  const cfg::EndsInterval &met_;
};

} // namespace lockstep::emit::pick
