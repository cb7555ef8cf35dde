// expect: verified
//--local_size=[32,32] --num_groups=[*,*]
// runs: local [32,32]; groups [1,1]; n 32; a=steps:2:64:4096:1; b=steps:1:64:4096
// runs: local [32,32]; groups [2,2]; n 64; a=steps:2:64:4096:1; b=steps:1:64:4096
// runs: local [32,32]; groups [1,1]; n 32
// published (n=320): sectors 4160
// published (n=321): sectors 4884
// Without tiles, each sum in memory, and a test of each product (matMulBad).

__kernel void product_untiled(__global const int *a, __global const int *b, __global volatile int *c, int n)
    /*@cost sectors = 13*n*n*n/32 if groups.y == groups.x and n == 32*groups.x*/ /*@cost conflicts = 0*/ /*@cost divwarps = 0..n*n*n/32 if groups.y == groups.x and n == 32*groups.x*/ {
  __requires(n >= 32 * (int)get_num_groups(0));
  int row = get_global_id(1), column = get_global_id(0);
  for (int m = 0; m < (n + 31) / 32; ++m)
    for (int k = 0; k < 32; ++k) {
      int x = a[row * n + 32 * m + k] * b[(32 * m + k) * n + column];
      if (x % 2 == 1)
        x = -x;
      c[row * n + column] += x;
    }
}
