// expect: verified
//--local_size=64 --num_groups=16
// Unsigned 64-bit arithmetic that counts down from the end.

__kernel void index_size_t(__global int *out) {
  const size_t n = get_global_size(0);
  const size_t i = get_global_id(0);
  out[n - 1 - i] = (int)i;
}
