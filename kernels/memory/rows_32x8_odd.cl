// expect: verified
//--local_size=[32,8] --num_groups=1
// observe nvidia a: sectors 4..5, lines 1..2, ideal 4
// Rows of 1001 elements start anywhere.

__kernel void rows_32x8_odd(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float v = 0;
  v = a[1001 * (int)get_local_id(1) + t];
  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] = v;
}
