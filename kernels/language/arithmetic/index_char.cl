// expect: verified
//--local_size=256 --num_groups=1
// A signed char wraps to negative values, but no two ids of 256 meet.

__kernel void index_char(__global int *out) {
  const char c = (char)get_local_id(0);
  out[c + 128] = get_local_id(0);
}
