// expect: verified
//--local_size=[32,32] --num_groups=*
// runs: local [32,32]; groups [1,1] [2,2] [3,3]
// A transposition through a tile with rows of 33 elements.

__kernel void transpose_33(__global const int *a, __global int *b) /*@cost sectors = threads/4*/ /*@cost conflicts = 0*/ /*@cost divwarps = 0*/ {
  int n = get_global_size(0);
  __local int tile[32][33];
  int x = get_local_id(0), y = get_local_id(1);
  int gx = 32 * get_group_id(0), gy = 32 * get_group_id(1);
  tile[y][x] = a[(gy + y) * n + gx + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  b[(gx + y) * n + gy + x] = tile[x][y];
}
