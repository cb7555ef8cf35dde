// expect: race
//--local_size=8 --num_groups=2
// The twin of scoped_device.cu: the load has the scope of a block, the store of another block writes.

__global__ void scoped_device_bad(int *p) {
  if (blockIdx.x == 0)
    __scoped_atomic_load_n(p, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP); /*@race*/
  else
    __scoped_atomic_store_n(p, 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE); /*@race*/
}
