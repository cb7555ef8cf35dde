// expect: verified
//--local_size=64 --num_groups=16
// Rows of free length: n is a parameter, and only j < n keeps the rows apart.

__kernel void rows(__global int *a, int n) {
  const int i = get_global_id(0);
  for (int j = 0; j < n; ++j)
    a[n * i + j] = a[n * i + j] + j;
}
