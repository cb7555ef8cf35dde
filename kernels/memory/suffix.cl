// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a: sectors 1..5, lines 1..2, ideal 1..4
// The lanes that are left read neighbours, from anywhere.

__kernel void suffix(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float s = 0;
  for (int k = 0; k < t; ++k)
    s += a[t - k];
  out[t] = s;
}
