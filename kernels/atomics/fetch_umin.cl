// expect: verified
//--local_size=1 --num_groups=1
// The smaller of 7 and what was there.

__kernel void k(__global atomic_uint *a) {
  const uint before = atomic_fetch_min(a, 7u);
  barrier(CLK_GLOBAL_MEM_FENCE);
  const uint v = *(__global uint *)a;
  __assert(v <= 7u);
  __assert(v <= before);
}
