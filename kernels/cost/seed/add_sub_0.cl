// expect: verified
//--local_size=32 --num_groups=*
// runs: local 32; groups 1 2; w 8 16 24 32 40; h 64
// published (w=1024 h=1024): sectors 67584, divwarps 1024
// Even rows of an image are added to, odd ones subtracted from: a thread for each row (addSub0 of [MH21]).

__kernel void add_sub_0(__global const int *a, __global const int *b, __global int *c, int w, int h)
    /*@cost sectors = 66*w*warps if w >= 4*/ /*@cost divwarps = w*warps*/ {
  
  int i = get_global_id(0);
  for (int j = 0; j < w; ++j)
    if (i % 2 == 0)
      c[i * w + j] = a[i * w + j] + b[j];
    else
      c[i * w + j] = a[i * w + j] - b[j];
}
