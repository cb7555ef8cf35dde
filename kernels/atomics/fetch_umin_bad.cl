// expect: assertion
//--local_size=1 --num_groups=1
// Before it may have been larger.

__kernel void k(__global atomic_uint *a) {
  const uint before = atomic_fetch_min(a, 7u);
  barrier(CLK_GLOBAL_MEM_FENCE);
  __assert(before <= 7u); /*@assert*/
}
