// expect: assertion
//--local_size=1 --num_groups=1
// It may have been larger before.

__kernel void k(__global uint *a) {
  atomic_max(a, 7u);
  barrier(CLK_GLOBAL_MEM_FENCE);
  const uint v = a[0];
  __assert(v == 7u); /*@assert*/
}
