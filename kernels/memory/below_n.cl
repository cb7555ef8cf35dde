// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a (n=7): sectors 1, lines 1, ideal 1
// observe nvidia a (n=40): sectors 1..4, lines 1, ideal 1..4
// As many lanes as there are elements.

__kernel void below_n(__global const float *a, __global float *out, int n) {
  const int t = get_local_id(0);
  if (t < n)
    out[t] = a[t];
}
