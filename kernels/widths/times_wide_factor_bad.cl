// expect: race
//--local_size=8 --num_groups=1
// Eight threads: the product loses a bit.

__kernel void k(__global int *out) {
  const ulong i = get_local_id(0) * (1ul << 62);
  out[i >> 62] = get_local_id(0);
}
