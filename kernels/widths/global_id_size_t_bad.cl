// expect: race
//--local_size=1024 --num_groups=2147483647
// The index is cut to 32 bits.

__kernel void k(__global int *out) {
  const size_t i = get_global_id(0);
  out[(uint)i] = get_group_id(0);
}
