// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a: sectors 32, lines 8, ideal 4
// A member of an array of structures of a sector each.

struct P { float x, rest[7]; };

__kernel void padded_struct(__global const struct P *a, __global float *out) {
  const int t = get_local_id(0);
  float v = 0;
  v = a[t].x;
  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] = v;
}
