// Plain reads that a compare-and-swap checks: the classical loop
//
//     old := A[o];                                  old := atomic load A[o];
//   again:                                        again:
//     assumed := old;                               assumed := old;
//     old := atomic cmpxchg A[o](assumed, f(assumed));   ==>   ...
//     br ne(assumed, old), again, done;
//
// The first read is not atomic and races with the swaps of other threads; but what it reads, out of date or torn, goes
// nowhere but into a swap of the same bytes, as what is expected there and in what is stored in its place. The swap
// compares all bits. Where it stores, what was read is what the memory holds; where it does not, nothing has come of
// it. So the read is taken for an atomic one, and a note says so: it races with plain writes, as before, and with
// atomics no more.
//
// Sound because every use of the value, and of what is computed from it, is one of these, on every path, until the
// value is overwritten or a branch has found that such a swap returned it: until then it reaches no memory, address,
// branch, assumption or assertion, nothing that can trap, and no swap that expects another value, of other bytes, or of
// bytes whose place has changed since the read.
#pragma once

#include "cfg/ir/kernel.h"
#include "support/diagnostic.h"

namespace lockstep::cfg {

// The kernel with such reads made atomic. Each gives a note.
Kernel with_checked_reads(Kernel k, support::Diagnostics &diags);

} // namespace lockstep::cfg
