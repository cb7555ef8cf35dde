// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a: sectors 1, lines 1, ideal 1
// A warp reads one element.

__kernel void by_warp(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float v = 0;
  v = a[t / 32];
  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] = v;
}
