// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a (w=1): sectors 4, lines 1, ideal 4
// observe nvidia a (w=5): sectors 20, lines 5, ideal 4
// observe nvidia a (w=9): sectors 32, lines 9, ideal 4
// observe nvidia a (w=40): sectors 32, lines 32, ideal 4
// A stride that the host chooses.

__kernel void stride_unknown(__global const float *a, __global float *out, int w) {
  const int t = get_local_id(0);
  out[t] = a[w * t];
}
