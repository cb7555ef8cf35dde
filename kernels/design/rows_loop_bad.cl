// expect: race
//--local_size=64 --num_groups=16
// The loop runs one step too far and writes the first element of the next row.
#define N 30

__kernel void rows(__global int *a) {
  const int i = get_global_id(0);
  for (int j = 0; j <= N; ++j)
    a[N * i + j] = a[N * i + 7 * j % N] + j; /*@race*/
}
