// expect: verified
//--local_size=64 --num_groups=1
// All threads store the same long in the same place.

__kernel void same_value(__global long *a) { a[3] = 1; }
