// What a thread reads back of what it has just written to shared memory:
//
//     A[o] := v;                            A[o] := v;
//     x := A[o];              ==>           unused := A[o];
//                                           x := v;
//
// The read stays an access. Of a wider or narrower read the bytes are put together from the values stored. Unions in
// global memory, and slots that a thread fills and then looks at, need no more; what joins of different ways give, or a
// loop's earlier rounds, stays unknown.
//
// Sound because up to the first race no other thread writes these bytes between the two: nothing that could order its
// write stands between (no barrier, of all threads or of some, and no atomic of any scope, on any way), and a write of
// the same value, which may be tolerated, stores the bytes that are there. Arrays that asynchronous copies touch are
// left alone (their accesses are made elsewhere), and so are bytes that nobody gave a value (padding.h).
//
// Of arrays that threads touch apart, what is known stays known whatever orders threads in between. Sound because no
// other thread ever writes a cell that this one has stored to.
#pragma once

#include "cfg/ir/kernel.h"

#include <set>

namespace lockstep::cfg {

// Blocks whose predecessors all stand in front of them take along what these agree on; so the sort order should be
// established. `apart`: no two threads touch one cell of these, one of them writing, in the whole kernel.
Kernel with_own_values(Kernel k, std::set<ArrayId> apart = {});

// May the statement order what another thread does before what this one does behind it?
bool may_order(const Stmt &s);

// Per array: does a thread that reads a cell of it again, with nothing between that may order others, find what it has
// stored or read there? So of shared arrays that no asynchronous copy and no incoherent load touches, unless warps run
// in lock step: then what others do lies between without a statement that says so.
std::vector<bool> own_cells(const Kernel &k);

} // namespace lockstep::cfg
