// expect: verified
//--local_size=[32,32] --num_groups=*
// runs: local [32,32]; groups [1,1] [2,2] [3,3]
// A transposition that writes columns.

__kernel void transpose_naive(__global const int *a, __global int *b) /*@cost sectors = 9*threads/8*/ /*@cost divwarps = 0*/ {
  int n = get_global_size(0);
  int x = get_global_id(0), y = get_global_id(1);
  b[x * n + y] = a[y * n + x];
}
