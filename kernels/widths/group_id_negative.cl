// expect: verified
//--pointer-bits=32 --local_size=1 --num_groups=3000000000
// Ids of 32 bits are beyond what an int holds: one group's is the least of all.

__kernel void one_group(__global int *a) {
  if ((int)get_group_id(0) == -2147483647 - 1)
    a[0] = get_group_id(0);
}
