// expect: race
//--local_size=64 --num_groups=* --any-launch
// The bound comes behind the write, and so many groups do not fit into 32 bits.
__kernel void own(__global int *a) {
  const unsigned i = (unsigned)get_group_id(0) * 64u + (unsigned)get_local_id(0);
  a[i] = get_group_id(0);
  __assume(get_num_groups(0) < 1000000000);
}
