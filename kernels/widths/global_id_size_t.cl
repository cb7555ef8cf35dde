// expect: verified
//--local_size=1024 --num_groups=2147483647
// About 2^41 threads, and indices of 64 bits.

__kernel void k(__global int *out) {
  const size_t i = get_global_id(0);
  out[i] = get_group_id(0);
}
