// expect: verified
//--local_size=[4,64] --num_groups=1
// observe nvidia a: sectors 8, lines 8, ideal 4
// A warp is eight rows of the block.

__kernel void rows_4x64(__global const float *a, __global float *out) {
  const int t = get_local_id(0);
  float v = 0;
  v = a[1024 * (int)get_local_id(1) + t];
  out[get_local_id(1) * get_local_size(0) + get_local_id(0)] = v;
}
