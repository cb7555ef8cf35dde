// expect: race
//--pointer-bits=32 --local_size=1 --num_groups=3000000000
// Ids of 32 bits are beyond what an int holds: the last groups' are negative.

__kernel void last_groups(__global int *a) {
  if ((int)get_group_id(0) < 0)
    a[0] = get_group_id(0); /*@race*/
}
