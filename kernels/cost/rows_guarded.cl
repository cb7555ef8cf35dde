// expect: verified
//--local_size=64 --num_groups=*
// runs: local 64; groups 1 2; rows 0 1 5 31 32 33 64 70 128; w 0 1 2 3 5 7 8 9 16
// A thread for each row, of which there are fewer than threads.

__kernel void rows_guarded(__global const int *a, __global int *b, int rows, int w) {
  const int i = get_global_id(0);
  if (i >= rows)
    return;
  int sum = 0;
  for (int j = 0; j < w; ++j)
    sum += a[i * w + j];
  b[i] = sum;
}
