// expect: verified
//--local_size=[8,32] --num_groups=1
// observe nvidia a: sectors 4, lines 4, ideal 4
// A warp is four rows of the block.

__kernel void rows_8x32(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float v = 0;
  v = a[1024 * (int)get_local_id(1) + t];
  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] = v;
}
