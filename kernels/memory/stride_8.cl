// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a: sectors 32, lines 8, ideal 4
// A sector a lane.

__kernel void stride_8(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float v = 0;
  v = a[8 * t];
  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] = v;
}
