// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a: sectors 1, lines 1, ideal 1
// All lanes read one element.

__kernel void broadcast(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float v = 0;
  v = a[0];
  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] = v;
}
