// expect: verified
//--local_size=256 --num_groups=1
// observe nvidia tile read: wavefronts 8, degree 8, ideal 1
// The bits of the place, reversed.

__kernel void banks_reversed_bits(__global float *out) {
  const int t = get_local_id(0);
  __local float tile[256];
  for (int i = t; i < 256; i += 256)
    tile[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  const int r = ((t & 1) << 7 | (t & 2) << 5 | (t & 4) << 3 | (t & 8) << 1 | (t >> 1 & 8) | (t >> 3 & 4) | (t >> 5 & 2) | t >> 7);
  out[t] = tile[r];
}
