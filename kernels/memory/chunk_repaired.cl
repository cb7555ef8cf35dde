// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a: sectors 4, lines 1, ideal 4
// The lanes side by side, the loop strides.

__kernel void chunk_repaired(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float s = 0;
  for (int k = 0; k < 64; ++k)
    s += a[256 * k + t]; /*@repaired chunk a*/
  out[t] = s;
}
