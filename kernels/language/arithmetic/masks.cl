// expect: verified
//--local_size=64 --num_groups=4
// The bits of the id are taken apart and put together in another order.

__kernel void masks(__global int *out) {
  const int i = get_global_id(0);
  const int swapped = ((i & 0x0f) << 4) | ((i & 0xf0) >> 4);
  out[swapped] = i;
}
