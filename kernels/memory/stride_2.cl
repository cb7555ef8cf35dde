// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a: sectors 8, lines 2, ideal 4
// observe mi200 a: lines 8
// observe mi300 a: lines 4
// Every other element.

__kernel void stride_2(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float v = 0;
  v = a[2 * t];
  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] = v;
}
