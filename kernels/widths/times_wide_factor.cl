// expect: verified
//--local_size=4 --num_groups=1
// Four threads: the upper two bits of 64 tell them apart.

__kernel void k(__global int *out) {
  const ulong i = get_local_id(0) * (1ul << 62);
  out[i >> 62] = get_local_id(0);
}
