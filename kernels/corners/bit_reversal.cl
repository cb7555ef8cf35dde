// expect: verified
//--local_size=256 --num_groups=1
// Bit reversal of eight bits by three exchanges.

__kernel void bit_reversal(__global int *a) {
  const uint lid = get_local_id(0);
  uint r = ((lid & 0x55u) << 1) | ((lid >> 1) & 0x55u);
  r = ((r & 0x33u) << 2) | ((r >> 2) & 0x33u);
  r = ((r & 0x0fu) << 4) | ((r >> 4) & 0x0fu);
  a[r] = lid;
}
