// expect: assertion
//--local_size=2 --num_groups=1
// The other thread may have put a smaller number there.

__kernel void k(__global uint *a) {
  atomic_max(a, 7u);
  if (get_local_id(0) == 1)
    atomic_xchg(a, 3u);
  barrier(CLK_GLOBAL_MEM_FENCE);
  const uint v = a[0];
  __assert(v >= 7u); /*@assert*/
}
