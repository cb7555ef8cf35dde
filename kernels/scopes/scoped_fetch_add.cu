// expect: race
//--local_size=8 --num_groups=2
// Atomic for the threads of one block, and the two blocks meet.

__global__ void scoped_fetch_add(int *p) {
  __scoped_atomic_fetch_add(p, (int)blockIdx.x, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP); /*@race*/
}
