// expect: verified
//--local_size=32 --num_groups=*
// runs: local 32; groups 1 2; w 8 16 24 32 40; h 64
// published (w=1024 h=1024): sectors 133120, divwarps 0
// A thread for two rows, so that no warp splits (addSub1).

__kernel void add_sub_1(__global const int *a, __global const int *b, __global int *c, int w, int h)
    /*@cost sectors = 130*w*warps if w >= 4*/ /*@cost divwarps = 0*/ {
  
  int i = get_global_id(0);
  for (int j = 0; j < w; ++j) {
    c[2 * i * w + j] = a[2 * i * w + j] + b[j];
    c[(2 * i + 1) * w + j] = a[(2 * i + 1) * w + j] - b[j];
  }
}
