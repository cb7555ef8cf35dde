// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a: sectors 12, lines 3, ideal 4
// A member of an array of structures of three.

struct P { float x, y, z; };

__kernel void three_floats(__global const struct P *a, __global float *out) {
  const int t = get_local_id(0);
  float v = 0;
  v = a[t].y;
  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] = v;
}
