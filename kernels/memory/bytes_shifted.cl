// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a (n=0): sectors 1, lines 1, ideal 1
// observe nvidia a (n=1): sectors 2, lines 1..2, ideal 1
// One byte a lane, from anywhere.

__kernel void bytes_shifted(__global const char *a, __global char *out, int n) {
  const int t = get_local_id(0);
  out[t] = a[t + n];
}
