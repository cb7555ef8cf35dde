// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia a: sectors 2, lines 1, ideal 2
// Two bytes a lane.

__kernel void shorts(__global const short *a, __global short *out) {
  const int t = get_local_id(0);
  short v = 0;
  v = a[t];
  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] = v;
}
