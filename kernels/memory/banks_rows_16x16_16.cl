// expect: verified
//--local_size=[16,16] --num_groups=1
// observe nvidia tile read: wavefronts 1, degree 1, ideal 1
// Rows of pitch 16, two to a warp.

__kernel void banks_rows_16x16_16(__global float *out) {
  __local float tile[256];
  const int t = get_local_id(0);
  for (int i = (int)get_local_id(1) * 16 + t; i < 256; i += 256)
    tile[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(1) * get_local_size(0) + t] = tile[16 * (int)get_local_id(1) + t];
}
