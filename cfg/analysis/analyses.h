// All analyses of a kernel that the encodings read, computed together. A plain value passed on; nothing is cached in
// the kernel.
#pragma once

#include "cfg/analysis/graph/liveness.h"
#include "cfg/analysis/order/handover.h"
#include "cfg/analysis/order/named_barriers.h"
#include "cfg/analysis/order/tickets.h"
#include "cfg/analysis/sharing/uniformity.h"
#include "cfg/analysis/values/congruence.h"
#include "cfg/analysis/values/facts.h"
#include "cfg/analysis/values/induction.h"
#include "cfg/analysis/values/ranges/ranges.h"
#include "cfg/analysis/values/unwritten.h"
#include "cfg/analysis/values/value_sets.h"
#include "cfg/ir/launch.h"
#include "support/result.h"

namespace lockstep::cfg {

struct Analyses {
  Launch launch;
  LoopForest loops;
  Liveness live;
  Facts facts;
  Uniformity group_uniform;    // between threads of one group
  Uniformity grid_uniform;     // between threads of the grid
  std::vector<unsigned> teams; // numbers of threads that meet at barriers of warps, ascending (sharing/warp_teams.h)
  std::vector<Uniformity> team_uniform; // between threads of such a team
  ValueSets value_sets;
  Ranges ranges;
  Induction induction;
  std::vector<std::optional<Congruence>> congruences; // per variable
  std::vector<bool> written;                          // per array
  std::vector<bool> fixed; // per array: its contents are one map that all threads read, always (unwritten.h)
  // Loads of group arrays that may read what nobody has written, and all that are not uniform; loads of what a handover
  // orders.
  Places bare;
  Places first; // loads of private arrays that no write precedes
  std::vector<Ticket> tickets;
  Handovers handovers;
  NumberedBarriers numbered;
  std::vector<bool> handed; // per array: a handover orders plain stores to it, so that they may set a counter back
};

struct AnalysisOptions {
  bool assume_no_overflow = true; // what the source language leaves undefined does not happen (docs/design.md 5)
};

// Can an execution enter `through` from `from` and go on to `to`? Sound because it says no only where value sets or
// ranges show that the conditions on this way contradict each other.
bool can_go(const Kernel &k, const Analyses &a, BlockId from, BlockId through, BlockId to);

support::Result<Analyses> analyse(const Kernel &k, const Launch &launch, const AnalysisOptions &options,
                                  support::Diagnostics &diags);

} // namespace lockstep::cfg
