// expect: verified
//--local_size=16 --num_groups=2
// tolerated: a plain read that a swap checks
// Nothing comes of a swap that fails, and the loop may give up.

__kernel void k(volatile __global int *count) {
  int old = *count;
  for (int i = 0; i < 3; ++i) {
    const int seen = atomic_cmpxchg(count, old, old + 1);
    if (seen == old)
      break;
    old = seen;
  }
}
