// One race goal (emit/pick/pick.h): of a barrier interval, an array and a kind of pair, a procedure.
//
//   entry:  assume the pair of threads and what holds at the interval's start;  goto first thread's run;
//   run 1:  ... at a write or atomic site:  goto pick, on;   pick: log$1 := ...;  goto run 2;
//   run 2:  ... at any site:                goto pick, on;   pick: log$2 := ...;  goto check;
//   check:  assert !(the two ranges overlap && not both atomic [&& not the same value written]);
//
// The first thread picks writes and atomics only: in a conflict at least one access is of that kind, and the two
// threads are arbitrary, so naming that one first loses nothing.
//
// A write may store what another thread reads there (--tolerate=unchanged). Sound because the two count as a race
// unless the read finds the value that is written although the run is one of the reader alone: up to the first pair
// that counts nobody else has changed the place meanwhile, since each write that others may make there in between
// stores what is there (memory.h).
//
// Incoherent loads (cfg::Load) have a goal of their own for each array, of the whole kernel as one interval: the first
// thread writes, the second, which may be any or the first itself, loads. Sound because no barrier, handover or ticket
// is taken to say anything there. Private to emit/pick.
#pragma once

#include "emit/pick/goals/goals.h"
#include "emit/pick/races/ended.h"
#include "emit/pick/races/numbers.h"
#include "emit/pick/races/ordering.h"
#include "emit/pick/races/stored_values.h"
#include "emit/pick/races/tickets.h"
#include "emit/pick/run/run.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep::emit::pick {

struct RaceQuestion {
  const cfg::Interval &interval;
  std::size_t index; // of the interval
  cfg::ArrayId array;
  Pair pair;
  Teams teams;
  bool apart = false;               // nothing orders the two
  const EndedRuns *ended = nullptr; // it is about threads one of which has ended
};

class RaceGoal {
public:
  RaceGoal(Goals &goals, StoredValues &values, const RaceQuestion &question);
  void write(); // nothing, if the goal is not wanted, or nothing conflicts

private:
  struct Picked { // what the two threads' logs say
    boogie::Expr low1, low2, length1, length2;
  };

  void give_tokens();
  void give_read_values();
  Cone find_cone() const;
  void start(BlockWriter &w, boogie::Procedure &p);
  void write_run(BlockWriter &w, boogie::Procedure &p, Thread t, const std::string &next); // race_picks.cpp
  void write_pick(BlockWriter &w, boogie::Procedure &p, std::size_t site, std::size_t part, Thread t, const Run &run,
                  const std::string &next);
  void write_place(BlockWriter &w, const PlacedSite &s, const boogie::Expr &base, std::size_t part, Thread t) const;
  void write_check(BlockWriter &w, boogie::Procedure &p);
  std::vector<boogie::Expr> conflict(boogie::Procedure &p, const Picked &both) const;
  void leave_out_known(std::vector<boogie::Expr> &out) const;
  Goal described() const;

  Goals &goals_;
  Context &c_;
  StoredValues &values_;
  const RaceQuestion q_;
  const bool incoherent_, in_step_; // of a warp whose threads run in lock step
  const bool with_values_;          // writes of one value do not race
  const bool with_reads_;           // nor do reads that find it
  std::vector<PlacedSite> sites_;
  const boogie::Type type_; // of offsets
  Cone cone_;
  std::size_t first_site_ = 0;
  std::optional<OrderOfPicks> order_;
  std::optional<Numbers> numbers_;
  std::optional<TicketsHeld> tickets_;
};

} // namespace lockstep::emit::pick
