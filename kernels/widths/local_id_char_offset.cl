// expect: verified
//--local_size=256 --num_groups=1
// The bytes from -128 to 127.

__kernel void k(__global int *out) {
  const char i = get_local_id(0) - 128;
  out[i + 128] = get_local_id(0);
}
