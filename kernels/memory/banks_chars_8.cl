// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia tile read: wavefronts 2, degree 2, ideal 1
// A byte in every other word.

__kernel void banks_chars_8(__global char *out) {
  __local char tile[2048];
  const int t = get_local_id(0);
  for (int i = t; i < 2048; i += 256)
    tile[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(1) * get_local_size(0) + t] = tile[8 * t];
}
