// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a: sectors 5, lines 2, ideal 4
// observe mi200 a: lines 5
// observe mi300 a: lines 3
// Neighbours, one element off the boundary.

__kernel void off_by_one(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float v = 0;
  v = a[t + 1];
  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] = v;
}
