// Kernel -> kernel: what other threads have claimed in front of a barrier becomes an expression of this one.
//
//     assert.barrier C;                                 assert.barrier C;
//     barrier group;                                    barrier group;
//     assume.barrier at_thread(C, i);          ==>      assume.barrier 0 <= i < local_size(0) ==> C[local_id(0) := i];
//
//     assert.barrier same_group() ==> C;                assert.barrier ...;
//     barrier group;                                    barrier group;
//     assume.barrier at_pair(C, i, j);         ==>      assume.barrier i != j and both are below local_size(0) ==>
//                                                         C with local_id(0) as i, and in what it says of the other
//                                                         thread as j
//
// C is an expression of ids, parameters and variables. A variable that is the same for all threads of the group stays;
// any other is replaced by what it was assigned, once and outside of loops. A claim that depends on something else is
// refused.
//
// Sound because (1) all threads of the group come to the barrier, each by way of the assertion, which stands in the
// same block with nothing between but what computes, so that the thread with the id i has evaluated C and found it to
// hold; (2) what C has there is what the substitution says; (3) the cells that C reads are as they were: an assertion
// knows only of cells that its thread has accessed since the barrier before, or that nobody writes
// (emit/pick/run/memory.h), and up to the first race nobody else writes those until the barrier; of a claim about two
// threads that is so of what one of them has accessed (emit/watchdog/contents.h), and i and j are two. A barrier that
// does not fence the memory that C reads will do: whoever reads there what others have written races with them.
#pragma once

#include "cfg/analysis/graph/loops.h"
#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"
#include "support/result.h"

#include <optional>

namespace lockstep::cfg {

// `k` in normal form. Fails with `unsupported` where a claim depends on what only its thread knows.
support::Result<Kernel> with_barrier_facts(Kernel k, const LoopForest &forest, const std::optional<Launch> &launch,
                                           support::Diagnostics &diags);

} // namespace lockstep::cfg
