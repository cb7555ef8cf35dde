// expect: verified
//--local_size=256 --num_groups=65536
// 2^24 threads, shifted by eight bits.

__kernel void k(__global int *out) {
  const uint i = get_global_id(0);
  out[i << 8] = get_local_id(0) + i;
}
