// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3; w 8..29
// Each thread sums a row of its own.

__kernel void own_row(__global const int *a, __global int *b, int w) /*@cost sectors = threads*w + 4*warps if w >= 8*/ {
  int i = get_global_id(0);
  int sum = 0;
  for (int j = 0; j < w; ++j)
    sum += a[i * w + j];
  b[i] = sum;
}
