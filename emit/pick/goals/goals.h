// The goals of a pick program as they are written: which are wanted, how each is entered, and what procedures about
// pairs of threads have in common. Races are written by emit/pick/races/races.h, the others by checks.h. Private to
// emit/pick.
#pragma once

#include "cfg/analysis/sharing/named_lanes.h"
#include "emit/encode/geometry.h"
#include "emit/encode/goal.h"
#include "emit/pick/goals/log.h"
#include "emit/pick/goals/options.h"
#include "emit/pick/run/context.h"

#include <unordered_map>

namespace lockstep::emit::pick {

// Two threads of a group, by the smallest team that both are in: each kind has barriers of its own that order it. One
// kind where there are no barriers of warps.
std::vector<Teams> kinds_of_pairs(const cfg::Analyses &a);

class Goals {
public:
  Goals(Context &c, const Options &options, GoalProgram &out);

  Context &c;
  const Options &options;
  GoalProgram &out;

  bool wanted(const std::string &id) const { return options.only.empty() || options.only.count(id); }
  Goal goal(const std::string &id, GoalKind kind, const Cone &cone) const;
  std::string next_procedure() const { return "p" + std::to_string(out.program.procedures.size()); } // its name
  // A procedure whose last command is the goal's assertion, without name and attributes.
  void ask_once(boogie::Procedure p, Goal &g);
  const cfg::NamedLanes &named(); // by masks
  void finish();

private:
  std::unordered_map<std::string, std::string> asked_; // procedures without names, and the goals that ask them
  std::optional<cfg::NamedLanes> named_;
};

const cfg::Uniformity &uniform(const Context &c, Pair pair, Teams teams);
// Variables that are the same for threads of one group behind the barrier at which the interval starts.
void assume_uniform(BlockWriter &w, const Context &c, const cfg::Interval &interval, const Cone &cone, Pair pair,
                    Teams teams);
// What the two find in memory where their runs start.
void start_together(BlockWriter &w, const Context &c, const Cone &cone, Pair pair);

} // namespace lockstep::emit::pick
