// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a: sectors 8, lines 2, ideal 8
// Eight bytes a lane.

__kernel void doubles(__global const double *a, __global double *out) {
  const int t = get_local_id(0);
  double v = 0;
  v = a[t];
  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] = v;
}
