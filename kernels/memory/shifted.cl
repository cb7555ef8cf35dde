// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a (n=0): sectors 4, lines 1, ideal 4
// observe nvidia a (n=1): sectors 5, lines 2, ideal 4
// observe nvidia a (n=8): sectors 4, lines 2, ideal 4
// The start decides: at a sector, or across.

__kernel void shifted(__global const float *a, __global float *out, int n) {
  const int t = get_local_id(0);
  out[t] = a[t + n];
}
