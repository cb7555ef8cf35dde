// expect: verified
//--local_size=* --num_groups=*
// runs: local 1 5 8 24 32 40 64 72; groups 1 2 3; n 0 1 7 26 32 39 64 96 100 192 255 256 257 399
// Groups of any size: the last warp of each may have few lanes, and a stride narrower than a warp.

__kernel void grid_stride_free(__global const int *a, __global int *b, int n) {
  for (int k = get_global_id(0); k < n; k += get_global_size(0))
    b[k] = a[k];
}
