// expect: verified
//--local_size=[32,8] --num_groups=1
// observe nvidia tile read: wavefronts 1, degree 1, ideal 1
// A column of a tile whose rows are permuted.

__kernel void banks_column_swizzled(__global float *out) {
  __local float tile[1024];
  const int t = get_local_id(0);
  for (int i = (int)get_local_id(1) * 32 + t; i < 1024; i += 256)
    tile[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(1) * get_local_size(0) + t] = tile[32 * t + ((int)get_local_id(1) ^ t)];
}
