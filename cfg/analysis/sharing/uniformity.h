// Uniformity: what is the same for all threads of a group (or of the whole grid) when they run in lock step.
//
// Lock step is that of [CDKQ13] (Sect. 4): blocks run in sort order, a loop goes round as long as some thread is at
// its head. Threads that part at a branch meet again at its *join*: the first block that all paths pass before they go
// round a loop that contains the branch.
//
// Sound because non-uniformity spreads along every way in which threads can come to differ:
//  - data: from thread (and, for the grid, group) ids, havoc, atomics, memory that the kernel writes or that nobody has
//    written, and variables that are read before they are assigned;
//  - control: a branch that threads may decide differently makes the blocks between it and its join non-uniform; what
//    a non-uniform block assigns is non-uniform;
//  - time: if threads may leave a loop in different iterations, the whole loop is non-uniform, hence what it assigns.
//
// Of the threads of a warp (level Team) more is the same: quotients of their ids, votes, sums and first values of
// barriers of the warp (cfg/ir/kernel.h). And a thread may end while the others go on: a branch of which all ways but
// one lead to the end without more ado (endings.h) parts nobody that is heard of again. Sound because on such a way
// nothing is done of which anybody could ask. Those who ask about threads at barriers may count more as an end: Sound
// because only threads that reach a barrier are spoken of behind it, and these have all gone the other way.
#pragma once

#include "cfg/analysis/graph/liveness.h"
#include "cfg/analysis/values/unwritten.h"
#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"

#include <optional>
#include <utility>
#include <vector>

namespace lockstep::cfg {

enum class UniformityLevel : std::uint8_t { Team, Group, Grid };

struct UniformityOptions {
  UniformityLevel level = UniformityLevel::Group;
  unsigned lanes = 0; // Team: threads of a warp, or of a part of it, whose linear local ids have one quotient by this
  // If given, ids of dimensions of size one are uniform.
  std::optional<Launch> launch;
  // Team and group level: a load at a uniform offset in uniform control is uniform even where the kernel writes the
  // array. Sound only in executions without a race up to the load: no thread writes the cell between the last barrier
  // and the load but the readers themselves, in lock step; and only for cells that have been written (unwritten.h).
  bool assume_race_free = false;
  const Places *bare = nullptr; // loads that may read what nobody has written; not given: computed, if it matters
  // Team: whoever asks speaks of threads that come to a barrier; what those do who never come to one again does not
  // count. (Else lanes that end in different rounds of a loop would seem to have what they part by in common.)
  bool at_barriers = false;
  const Liveness *live = nullptr; // of this kernel, if known
};

struct Uniformity {
  // All threads have the same value wherever the variable is live, at every lock-step point; the variable is assigned
  // in uniform blocks only. (Its initial value is never read, so it may be taken to be the same as well.)
  std::vector<bool> var_uniform;
  // The block is run by all threads or by none, at the same time. False for unreachable blocks.
  std::vector<bool> block_uniform;
  // All threads that run the block's terminator together go to the same successor.
  std::vector<bool> branch_uniform;
  bool some_end = false; // not Grid: threads may end while others, of whatever team, go on to a barrier
};

// Do all threads of a team that meet get the same? Of a shuffle they do if all ask for the first thread: it always is
// there, if it has not ended.
bool gives_all_alike(const Exchange &x, bool some_end);

Uniformity uniformity(const Kernel &k, const LoopForest &forest, const UniformityOptions &options = {});

// Same value in all threads that evaluate `e` at the same lock-step point?
bool is_uniform(const Expr &e, const Kernel &k, const Uniformity &u, const UniformityOptions &options = {});

// The barriers that not surely all threads reach together, in textual order; empty: no barrier can diverge.
std::vector<Point> non_uniform_barriers(const Kernel &k, const Uniformity &u);
inline bool barrier_uniform(const Uniformity &u, BlockId block) { return u.block_uniform[block]; }

} // namespace lockstep::cfg
