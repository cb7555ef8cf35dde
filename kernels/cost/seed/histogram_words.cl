// expect: race
//--local_size=64 --num_groups=*
// loose: sectors conflicts: the counter may wrap around for n close to 2^32
// runs: local 64; groups 1 2; n 64 128 256; d=zero:256 d=steps:538976288:4294967296:256 d=iota:256
// Bytes of words are counted, without atomics as in [MH21]'s kernel: updates are lost.

__kernel void histogram_words(__global const uint *d, __global int *out, uint n)
    /*@cost sectors = groups*(ceil(n/8) + 32)*/ /*@cost conflicts = 0..56*ceil(n/32)*groups*/ {
  __local int bins[256];
  uint t = get_local_id(0);
  for (uint i = t; i < 256; i += get_local_size(0))
    bins[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = t; i < n; i += get_local_size(0)) {
    uint word = d[i];
    for (int byte = 0; byte < 4; ++byte)
      bins[(word >> (8 * byte)) & 255]++;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = t; i < 256; i += get_local_size(0))
    out[256 * get_group_id(0) + i] = bins[i];
}
