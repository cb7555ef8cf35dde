// Which race goals there are: see races.h. Each is written by RaceGoal.
#include "emit/pick/races/races.h"

#include "cfg/analysis/sharing/warp_teams.h"
#include "emit/pick/races/race_goal.h"

namespace lockstep::emit::pick {

bool Races::may_be(cfg::Space space) const {
  const Context &c = goals_.c;
  for (cfg::ArrayId a = 0; a < c.k.arrays.size(); ++a)
    if (c.k.arrays[a].space == space && c.a.written[a])
      return true;
  return false;
}

void Races::of_interval(const cfg::Interval &interval, std::size_t index, cfg::ArrayId array, Pair pair, Teams teams) {
  RaceGoal(goals_, values_, {interval, index, array, pair, teams}).write();
}

void Races::touched_apart(const cfg::Interval &whole, std::size_t index, cfg::ArrayId array, Pair pair) {
  RaceGoal(goals_, values_, {whole, index, array, pair, {}, true}).write();
}

void Races::with_ended(cfg::Space space, Teams teams) {
  const Context &c = goals_.c;
  const cfg::EndsInterval met = [&](const cfg::Barrier &bar) { return fences(bar, space, teams.within); };
  const cfg::EndedAlone alone(c.k, uniform(c, Pair::SameGroup, teams), met);
  if (!alone.any())
    return;
  const EndedRuns ended(c, alone, met);
  const auto intervals = intervals_of(c, [&](const cfg::Barrier &bar) { return fences(bar, space, 0); }, met);
  for (std::size_t i = 0; i < intervals.size(); ++i)
    for (cfg::ArrayId array = 0; array < c.k.arrays.size(); ++array)
      if (c.k.arrays[array].space == space && c.a.written[array])
        RaceGoal(goals_, values_, {intervals[i], i, array, Pair::SameGroup, teams, false, &ended}).write();
}

} // namespace lockstep::emit::pick
