// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia tile read: wavefronts 1, degree 1, ideal 1
// Two lanes share a word.

__kernel void banks_pairs(__global float *out) {
  __local float tile[256];
  const int t = get_local_id(0);
  for (int i = t; i < 256; i += 256)
    tile[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_local_id(1) * get_local_size(0) + t] = tile[t / 2];
}
