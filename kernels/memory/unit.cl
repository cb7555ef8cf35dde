// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a: sectors 4, lines 1, ideal 4
// observe mi200 a: lines 4
// observe mi300 a: lines 2
// Neighbours read neighbours.

__kernel void unit(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float v = 0;
  v = a[t];
  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] = v;
}
