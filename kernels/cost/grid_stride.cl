// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3; n 0 1 13 26 32 39 64 96 100 128 192 255 256 257 399
// All threads step over the data together.

__kernel void grid_stride(__global const int *a, __global int *b, uint n) /*@cost sectors = 2*ceil(n/8)*/ /*@cost divwarps = [n % 32 != 0]*/ {
  for (uint k = get_global_id(0); k < n; k += get_global_size(0))
    b[k] = a[k];
}
