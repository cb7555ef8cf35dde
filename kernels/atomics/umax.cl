// expect: verified
//--local_size=1 --num_groups=1
// One thread: what the atomic leaves in memory is what is read behind the barrier.

__kernel void k(__global uint *a) {
  atomic_max(a, 7u);
  barrier(CLK_GLOBAL_MEM_FENCE);
  const uint v = a[0];
  __assert(v >= 7u);
}
