// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a (n=260): sectors 1..4, lines 1, ideal 1..4
// A loop that strides by the block.

__kernel void block_stride(__global const float *a, __global float *out, int n) {
  const int t = get_local_id(0);
  float s = 0;
  for (int i = t; i < n; i += 256)
    s += a[i];
  out[t] = s;
}
