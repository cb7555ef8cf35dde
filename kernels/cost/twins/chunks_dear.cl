// expect: verified
//--local_size=64 --num_groups=1
// runs: local 64; groups 1; c 8 16 24
// Each thread fills a stretch of its own.

__kernel void chunks_dear(__global volatile int *a, int c)
    /*@cost sectors = 32*c*warps if c >= 8*/ {
  int t = get_local_id(0);
  for (int j = 0; j < c; ++j)
    a[t * c + j] = j;
}
