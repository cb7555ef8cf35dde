// expect: verified
//--local_size=64 --num_groups=4 --tolerate=computed
// A remainder that is zero whatever the ids are.

__kernel void remainder_of(__global int *restrict found) { found[0] = get_global_id(0) * 6 % 3; }
