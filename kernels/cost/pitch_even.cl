// expect: verified
//--local_size=[16,16] --num_groups=*
// loose: sectors: the store happens where data say so
// runs: local [16,16]; groups [2,1] [2,2]; n 32 48 64
// Blocks of 16 x 16 read an image, two rows a warp.

__kernel void pitch_even(__global const int *a, __global int *b, int n) /*@cost sectors = 32*groups if n % 16 == 0 and n > 16*/ {
  int x = get_global_id(0), y = get_global_id(1);
  if (a[y * n + x] == -1)
    b[0] = -1;
}
