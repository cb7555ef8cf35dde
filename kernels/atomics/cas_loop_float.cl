// expect: verified
//--local_size=16 --num_groups=2
// tolerated: a plain read that a swap checks
// The reading is of floats, the swap of ints.

__kernel void k(volatile __global float *sum, __global const float *in) {
  volatile __global int *bits = (volatile __global int *)sum;
  const float mine = in[get_global_id(0)];
  float old = *sum;
  int seen = as_int(old);
  int expected;
  do {
    expected = seen;
    seen = atomic_cmpxchg(bits, expected, as_int(as_float(expected) + mine));
  } while (seen != expected);
}
