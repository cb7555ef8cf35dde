// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a (n=0): sectors 8, lines 2, ideal 8
// observe nvidia a (n=1): sectors 9, lines 3, ideal 8
// Eight bytes a lane, from anywhere.

__kernel void doubles_shifted(__global const double *a, __global double *out, int n) {
  const int t = get_local_id(0);
  out[t] = a[t + n];
}
