// expect: verified
//--local_size=[16,16] --num_groups=[1,1]
// The bits of two coordinates interleaved.
uint spread(uint x) {
  x = (x | (x << 2)) & 0x33u;
  return (x | (x << 1)) & 0x55u;
}

__kernel void morton(__global int *a) {
  const uint x = get_local_id(0), y = get_local_id(1);
  a[spread(x) | (spread(y) << 1)] = x * y;
}
