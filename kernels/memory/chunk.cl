// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a: sectors 32, lines 32, ideal 4
// A chunk a thread: the lanes are far apart.

__kernel void chunk(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float s = 0;
  for (int k = 0; k < 64; ++k)
    s += a[64 * t + k];
  out[t] = s;
}
