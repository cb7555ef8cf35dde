// expect: verified
//--local_size=* --num_groups=*
// Sizes are free: global ids are distinct whatever the launch.

__kernel void any_size(__global int *a) {
  const size_t i = get_global_id(0);
  a[i] = a[i] + 1;
}
