// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3
// Three neighbours, the result beside the first.

__kernel void stencil(__global const int *a, __global int *b) /*@cost sectors = 19*warps*/ {
  int i = get_global_id(0);
  b[i + 1] = a[i] + a[i + 1] + a[i + 2];
}
