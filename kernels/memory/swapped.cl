// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a: sectors 4, lines 1, ideal 4
// Neighbours change places.

__kernel void swapped(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float v = 0;
  v = a[t ^ 1];
  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] = v;
}
