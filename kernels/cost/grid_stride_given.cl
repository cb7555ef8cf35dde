// expect: verified
//--local_size=64 --num_groups=4
// runs: local 64; groups 4; n -5 0 1 31 32 33 255 256 257 1000
// The launch strides over the elements; for n close to 2^31 the counter would wrap around, which is assumed not to be.

__kernel void grid_stride_given(__global const int *a, __global int *b, int n) /*@cost sectors = 2*ceil(max(n, 0)/8)*/ /*@cost divwarps = [max(n, 0) % 32 != 0]*/ {
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    b[i] = a[i];
}
