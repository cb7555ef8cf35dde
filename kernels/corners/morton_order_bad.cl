// expect: race
//--local_size=[16,16] --num_groups=[1,1]
// Both coordinates go to the even bits.
uint spread(uint x) {
  x = (x | (x << 2)) & 0x33u;
  return (x | (x << 1)) & 0x55u;
}

__kernel void morton(__global int *a) {
  const uint x = get_local_id(0), y = get_local_id(1);
  a[spread(x) | (spread(y) << 2)] = x + 16 * y; /*@race*/
}
