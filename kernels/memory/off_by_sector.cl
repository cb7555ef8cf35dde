// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a: sectors 4, lines 2, ideal 4
// Neighbours, a whole sector off: no sector more.

__kernel void off_by_sector(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float v = 0;
  v = a[t + 8];
  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] = v;
}
