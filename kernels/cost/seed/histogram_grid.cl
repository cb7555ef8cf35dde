// expect: race
//--local_size=64 --num_groups=*
// runs: local 64; groups 1 2; n 0 1 64 100 256; d=zero:256 d=steps:538976288:4294967296:256 d=iota:256
// The same by all groups together: each reads its share of the words (histogram of [MH21]).

__kernel void histogram_grid(__global const uint *d, __global int *out, int n)
    /*@cost sectors = ceil(n/8) + 32*groups*/ {
  __local int bins[256];
  int t = get_local_id(0);
  for (int i = t; i < 256; i += get_local_size(0))
    bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
    uint word = d[i];
    for (int byte = 0; byte < 4; ++byte)
      bins[(word >> (8 * byte)) & 255]++;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = t; i < 256; i += get_local_size(0))
    out[256 * get_group_id(0) + i] = bins[i];
}
