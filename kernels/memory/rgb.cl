// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a: sectors 3, lines 1..2, ideal 1
// A byte of three.

struct P { uchar x, y, z; };

__kernel void rgb(__global const struct P *a, __global uchar *out) {
  const int t = get_local_id(0);
  uchar v = 0;
  v = a[t].x;
  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] = v;
}
