// expect: verified
//--local_size=16 --num_groups=2
// tolerated: a plain read that a swap checks
// A place of its own for each bin; the new value is worked out in steps.

__kernel void k(volatile __global uint *bins, __global const uint *in) {
  const uint bin = in[get_global_id(0)] % 64u;
  uint old = bins[bin];
  for (;;) {
    const uint low = old & 0xffffu;
    const uint high = old >> 16;
    const uint next = (low + 1u) | (max(high, low) << 16);
    const uint seen = atomic_cmpxchg(&bins[bin], old, next);
    if (seen == old)
      break;
    old = seen;
  }
}
