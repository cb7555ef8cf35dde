// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 4; s -12..39
// Elements that lie s apart.

__kernel void stride_any(__global const int *a, __global int *b, int s) /*@cost sectors = warps*(4 + [s == 0] + [s > 0]*min(32, 4*s) + [s < 0]*min(32, 1 - 4*s))*/ {
  int i = get_global_id(0);
  b[i] = a[(long)i * s];
}
