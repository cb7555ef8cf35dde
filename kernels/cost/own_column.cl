// expect: verified
//--local_size=64 --num_groups=*
// runs: local 32 64; groups 1 3; w 1..25; h -1..19
// Each thread sums a column: a request is aligned in every row that starts at a sector.

__kernel void own_column(__global const int *a, __global int *b, int w, int h) /*@cost sectors = warps*(5*max(h, 0) - ceil(max(h, 0)/(8/gcd(w, 8))) + 4)*/ {
  int i = get_global_id(0);
  int sum = 0;
  for (int j = 0; j < h; ++j)
    sum += a[j * w + i];
  b[i] = sum;
}
