// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a (n=255): sectors 4, lines 1, ideal 4
// observe nvidia a (n=256): sectors 5, lines 2, ideal 4
// Backwards from anywhere.

__kernel void mirrored(__global const float *a, __global float *out, int n) {
  const int t = get_local_id(0);
  out[t] = a[n - t];
}
