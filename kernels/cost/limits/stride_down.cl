// expect: verified
//--local_size=32 --num_groups=*
// runs: local 32; groups 1; s -40..40
// Strides of either sign, and none.

__kernel void stride_down(__global const int *a, __global int *b, int s) /*@cost sectors = warps*(4 + [s == 0] + [s > 0]*min(32, 4*s) + [s < 0]*([s > -8]*(1 - 4*s) + [s <= -8]*32))*/ {
  int t = get_local_id(0);
  b[get_global_id(0)] = a[2000 + s * t];
}
