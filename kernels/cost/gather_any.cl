// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3; q=zero:2000 q=iota:2000 q=random:1:2000 q=steps:8:1600:192
// Indices from memory.

__kernel void gather_any(__global const int *a, __global int *b, __global const int *q) /*@cost sectors = 9*warps..40*warps*/ /*@cost divwarps = 0*/ {
  int i = get_global_id(0);
  b[i] = a[q[i]];
}
