// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a: sectors 12, lines 3, ideal 4
// Every third element.

__kernel void stride_3(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float v = 0;
  v = a[3 * t];
  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] = v;
}
