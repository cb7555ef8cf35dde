// expect: verified
//--local_size=8 --num_groups=2
// The twin of scoped_fetch_add.cu with a counter for each block.

__global__ void scoped_fetch_add_per_block(int *p) {
  __scoped_atomic_fetch_add(p + blockIdx.x, 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP);
}
