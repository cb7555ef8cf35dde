// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia tile read: wavefronts 2, degree 1, ideal 2
// Half warps, a phase each.

__kernel void banks_doubles(__global double *out) {
  __local double tile[256];
  const int t = get_local_id(0);
  for (int i = t; i < 256; i += 256)
    tile[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(1) * get_local_size(0) + t] = tile[t];
}
