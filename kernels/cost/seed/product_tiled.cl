// expect: verified
//--local_size=[32,32] --num_groups=[*,*]
// runs: local [32,32]; groups [1,1]; n 32
// runs: local [32,32]; groups [2,2]; n 64
// published (n=320): sectors 84
// published (n=321): sectors 92
// published (n=1280): sectors 324
// A matrix product through tiles (matMul of [MH21]).

__kernel void product_tiled(__global const float *a, __global const float *b, __global float *c, int n)
    /*@cost sectors = n*n*n/128 + n*n/8 if groups.y == groups.x and n == 32*groups.x*/ /*@cost conflicts = 0*/ /*@cost divwarps = 0*/ {
  __requires(n >= 32 * (int)get_num_groups(0));
  __local float as[32][32], bs[32][32];
  int x = get_local_id(0), y = get_local_id(1), row = get_global_id(1), column = get_global_id(0);
  float sum = 0;
  for (int m = 0; m < (n + 31) / 32; ++m) {
    as[y][x] = a[row * n + 32 * m + x];
    bs[y][x] = b[(32 * m + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 32; ++k)
      sum += as[y][k] * bs[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}
