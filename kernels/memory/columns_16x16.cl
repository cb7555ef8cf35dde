// expect: verified
//--local_size=[16,16] --num_groups=1
// observe nvidia a: sectors 16, lines 16, ideal 4
// observe mi200 a: lines 16
// observe mi300 a: lines 16
// The lane moves the slow subscript; two rows are neighbours.

__kernel void columns_16x16(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float v = 0;
  v = a[1024 * t + (int)get_local_id(1)];
  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] = v;
}
