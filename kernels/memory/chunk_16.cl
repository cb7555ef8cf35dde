// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a: sectors 32, lines 16, ideal 4
// Smaller chunks: two lanes a line.

__kernel void chunk_16(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float s = 0;
  for (int k = 0; k < 16; ++k)
    s += a[16 * t + k];
  out[t] = s;
}
