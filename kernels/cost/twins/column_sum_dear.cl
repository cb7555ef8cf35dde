// expect: verified
//--local_size=32 --num_groups=*
// runs: local 32; groups 1 2
// Each thread sums a row of a tile: all lanes meet at one bank.

__kernel void column_sum_dear(__global const int *a, __global int *out)
    /*@cost conflicts = 32*31*groups*/ {
  __local int tile[32][32];
  int t = get_local_id(0);
  for (int j = 0; j < 32; ++j)
    tile[j][t] = a[32 * j + t];
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = 0;
  for (int j = 0; j < 32; ++j)
    sum += tile[t][j];
  out[get_global_id(0)] = sum;
}
