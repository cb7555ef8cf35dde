// expect: verified
//--local_size=[16,16] --num_groups=1
// observe nvidia tile read: wavefronts 2, degree 2, ideal 1
// Rows of pitch 18, two to a warp.

__kernel void banks_rows_16x16_18(__global float *out) {
  __local float tile[288];
  const int t = get_local_id(0);
  for (int i = (int)get_local_id(1) * 16 + t; i < 288; i += 256)
    tile[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(1) * get_local_size(0) + t] = tile[18 * (int)get_local_id(1) + t];
}
