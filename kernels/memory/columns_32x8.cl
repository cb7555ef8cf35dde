// expect: verified
//--local_size=[32,8] --num_groups=1
// observe nvidia a: sectors 32, lines 32, ideal 4
// observe mi200 a: lines 32
// observe mi300 a: lines 32
// The lane moves the slow subscript.

__kernel void columns_32x8(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float v = 0;
  v = a[1024 * t + (int)get_local_id(1)];
  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] = v;
}
