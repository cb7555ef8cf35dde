// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a: sectors 32, lines 8, ideal 4
// The bits of the place, reversed.

__kernel void reversed_bits(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  const int r = ((t & 1) << 7 | (t & 2) << 5 | (t & 4) << 3 | (t & 8) << 1 | (t >> 1 & 8) | (t >> 3 & 4) | (t >> 5 & 2) | t >> 7);
  out[t] = a[r];
}
