// expect: verified
//--local_size=16 --num_groups=2
// tolerated: a plain read that a swap checks
// Read before the barrier, swapped behind it.

__kernel void k(volatile __global uint *a) {
  uint old = *a;
  uint assumed;
  barrier(CLK_GLOBAL_MEM_FENCE);
  do {
    assumed = old;
    old = atomic_cmpxchg(a, assumed, assumed + 1u);
  } while (assumed != old);
}
