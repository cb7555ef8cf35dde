// expect: verified
//--local_size=[32,8] --num_groups=1
// observe nvidia a: sectors 4, lines 1, ideal 4
// A warp is a row of the block.

__kernel void rows_32x8(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float v = 0;
  v = a[1024 * (int)get_local_id(1) + t]; /*@repaired shape a*/
  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] = v;
}
