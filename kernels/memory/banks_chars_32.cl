// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia tile read: wavefronts 8, degree 8, ideal 1
// A byte in every eighth word.

__kernel void banks_chars_32(__global char *out) {
  __local char tile[8192];
  const int t = get_local_id(0);
  for (int i = t; i < 8192; i += 256)
    tile[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(1) * get_local_size(0) + t] = tile[32 * t];
}
