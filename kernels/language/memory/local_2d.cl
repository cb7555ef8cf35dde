// expect: verified
//--local_size=[16,16] --num_groups=[2,2]
// A two-dimensional local array with a padded row, written by rows and read by columns.

__kernel void local_2d(__global const int *in, __global int *out) {
  __local int tile[16][17];
  const int x = get_local_id(0), y = get_local_id(1);
  const int i = get_global_id(1) * 32 + get_global_id(0);
  tile[y][x] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[x][y];
}
