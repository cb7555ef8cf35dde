// expect: verified
//--local_size=64 --num_groups=1
// The same float computed by everybody.

__kernel void same_float(__global float *a, float x) { a[0] = sin(x) * 2.0f; }
