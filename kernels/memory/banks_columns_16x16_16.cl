// expect: verified
//--local_size=[16,16] --num_groups=1
// observe nvidia tile read: wavefronts 8, degree 8, ideal 1
// Columns of pitch 16, two to a warp.

__kernel void banks_columns_16x16_16(__global float *out) {
  __local float tile[256];
  const int t = get_local_id(0);
  for (int i = (int)get_local_id(1) * 16 + t; i < 256; i += 256)
    tile[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(1) * get_local_size(0) + t] = tile[16 * t + (int)get_local_id(1)];
}
