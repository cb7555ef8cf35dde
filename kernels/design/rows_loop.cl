// expect: verified
//--local_size=64 --num_groups=16
// The same rows walked by a loop; the bound of the loop variable keeps each thread in its row.
#define N 30

__kernel void rows(__global int *a) {
  const int i = get_global_id(0);
  for (int j = 0; j < N; ++j)
    a[N * i + j] = a[N * i + 7 * j % N] + j;
}
