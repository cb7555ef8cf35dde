// expect: race
//--local_size=64 --num_groups=1
// 0 and -0 compare equal and are not the same value.

__kernel void same_float(__global float *a) { a[0] = (get_local_id(0) & 1) ? 0.0f : -0.0f; /*@race*/ }
