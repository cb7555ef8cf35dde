// expect: verified
//--local_size=[16,16] --num_groups=1
// observe nvidia tile: wavefronts 1, degree 1, ideal 1
// Rows of pitch 16, two to a warp.

__kernel void banks_rows_16x16_16(__global float *out) {
  __local float tile[256];
  const int t = get_local_id(0);
  out[get_local_id(1) * get_local_size(0) + t] = tile[16 * (int)get_local_id(1) + t];
}
