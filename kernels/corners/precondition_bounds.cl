// expect: verified
//--local_size=64 --num_groups=*
// Without the precondition the product may wrap around: 2^31 - 1 groups of 64 threads.
__kernel void own(__global int *a) {
  __requires(get_num_groups(0) < 1000000);
  const unsigned i = (unsigned)get_group_id(0) * 64u + (unsigned)get_local_id(0);
  a[i] = i;
}
