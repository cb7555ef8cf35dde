// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia tile read: wavefronts 8, degree 8, ideal 1
// Two bytes in every eighth word.

__kernel void banks_shorts_16(__global short *out) {
  __local short tile[4096];
  const int t = get_local_id(0);
  for (int i = t; i < 4096; i += 256)
    tile[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(1) * get_local_size(0) + t] = tile[16 * t];
}
