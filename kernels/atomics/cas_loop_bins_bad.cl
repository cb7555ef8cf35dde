// expect: race
//--local_size=16 --num_groups=2
// Another bin than the one that was read.

__kernel void k(volatile __global uint *bins, __global const uint *in) {
  const uint bin = in[get_global_id(0)] % 64u;
  uint old = bins[bin]; /*@race*/
  for (;;) {
    const uint next = old + 1u;
    const uint seen = atomic_cmpxchg(&bins[bin ^ 1u], old, next);
    if (seen == old)
      break;
    old = seen;
  }
}
