// Kernel -> kernel in normal form: the side conditions of [CDKQ13] (Sect. 4), established by edits that
// keep every thread's executions. After it
//
//  - inside a loop's body, or outside loops, no edge leads into a block that only decides what is known on the edge
//    (thread_jumps.h says where); where that changed something, blocks that always follow each other are one;
//  - plain reads that a compare-and-swap checks are atomic (checked_reads.h);
//  - what a thread reads back of its own writes is known (own_values.h);
//  - every block is reachable, and the blocks stand in the sort order (analysis/graph/sort_order.h);
//  - the entry, block 0, has no predecessor;
//  - exactly one block ends in `return`;
//  - at most one loop head is among a block's successors;
//  - with `desugar_branches`, every block ends in `goto` or `return`, as in the paper's Fig. 3;
//  - with `counters`, masks of which it is known that they name a warp or a tile are none (follow_masks.h), and
//  barriers
//    of warps that do the same in both arms of a branch are one (join_barriers.h);
//  - with `counters`, it says where counters that stride by the launch's sizes are assumed not to wrap around;
//  - with `final_barrier`, the block that returns ends with a barrier: "kernels always synchronise on a barrier
//    immediately preceding termination".
//
//     block b:                                block b:
//       br e, t, f;                             goto t, f;
//     block t:  -- all ways here have e       block t:
//       s;                              ==>     assume.branch e;
//     block f:  -- there are other ways         s;
//       s';                                   block b.to.f:
//                                               assume.branch not(e);
//                                               goto f;
//
// A kernel without any `return` (all its threads run for ever) gets one behind a branch that is never taken.
#pragma once

#include "cfg/analysis/graph/loops.h"
#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"
#include "support/result.h"

#include <optional>
#include <string>

namespace lockstep::cfg {

struct NormaliseOptions {
  bool desugar_branches = false;
  bool final_barrier = false;
  std::optional<Launch> counters; // of this launch, counters do not wrap around (passes/stride_counters.h)
};

// Fails with `unsupported` on irreducible control flow, and on barrier invariants that depend on what only their thread
// knows (barrier_facts.h).
support::Result<Kernel> normalise(const Kernel &k, const NormaliseOptions &options, support::Diagnostics &diags);

// What keeps a kernel from being in normal form (all but the first and the last two conditions); empty if nothing does.
std::string normal_form_error(const Kernel &k, const LoopForest &forest);

} // namespace lockstep::cfg
