// expect: verified
//--local_size=[16,16] --num_groups=1
// observe nvidia a: sectors 4, lines 2, ideal 4
// A warp is two rows of the block.

__kernel void rows_16x16(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float v = 0;
  v = a[1024 * (int)get_local_id(1) + t];
  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] = v;
}
