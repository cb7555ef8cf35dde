// expect: race
//--local_size=256 --num_groups=1
// Without their sign there are only half as many.

__kernel void k(__global int *out) {
  const char i = get_local_id(0) - 128;
  out[i & 127] = get_local_id(0);
}
