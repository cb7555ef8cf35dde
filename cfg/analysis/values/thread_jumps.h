// Jump threading: where an edge enters a block that only decides, and the facts on the edge settle the decision, the
// edge goes straight to where the block would have sent it. Tests of one condition in a row, as an access through a
// pointer to one of several arrays leaves them, become one test. A part of normalise.
//
//     a: br e, b, c;                          a: br e, b, c;
//     b: s; goto j;                           b: s; goto t;
//     c: s'; goto j;              ==>         c: s'; goto f;
//     j: br e, t, f;
//     t: ...                                  t: ...
#pragma once

#include "cfg/analysis/graph/loops.h"
#include "cfg/ir/kernel.h"

namespace lockstep::cfg {

// True if some edge was changed; blocks may have become unreachable.
// Sound because a block without statements changes nothing and the facts hold in every execution that takes the edge,
// so each thread executes the same statements in the same order. The graph stays reducible, with the same loops: what
// decides lies in one loop with its targets, and neither is a loop's head.
bool thread_jumps(Kernel &k, const LoopForest &forest);

} // namespace lockstep::cfg
