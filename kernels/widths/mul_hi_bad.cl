// expect: race
//--local_size=256 --num_groups=1
// The upper half of the product is half the id.

__kernel void k(__global int *out) {
  const uint i = (uint)get_local_id(0) << 16;
  out[mul_hi(i, 0x8000u)] = get_local_id(0);
}
