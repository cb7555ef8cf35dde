// Kernels of launches that have a single thread: nobody else sees memory.
//
//     r := atomic umax A[o](x);      ==>      r.old := A[o];  A[o] := umax(r.old, x);  r := r.old;
//
// Sound because no other thread can come between the two accesses.
#pragma once

#include "cfg/analysis/values/unwritten.h"
#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"

namespace lockstep::cfg {

bool has_one_thread(const Launch &launch);

// Atomic operations become plain accesses; those whose result nobody knows (AtomicOp::Other) are left.
Kernel with_plain_atomics(Kernel k);

// Arrays that the kernel writes become private: each statement stays where it is, but the memory keeps what was stored.
// Sound because the only thread's stores are all that changes it; what it holds at first is any value, as in a private
// array. Group arrays that the loads of `bare` read hold no value in places, and are left as they are.
Kernel with_own_memory(Kernel k, const Places &bare);

} // namespace lockstep::cfg
