// expect: race
//--local_size=16 --num_groups=1
// The row is computed from a column that is not finished.

#define SIZE 16

__kernel void lu_diagonal_block(__global float *matrix, int pitch, int first) {
  __requires(pitch >= SIZE);
  __local float t[SIZE][SIZE];
  const int lid = get_local_id(0);
  int start = first * pitch + first;
  for (int i = 0; i < SIZE; ++i) {
    t[i][lid] = matrix[start + lid];
    start += pitch;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < SIZE - 1; ++i) {
    if (lid > i) {
      for (int j = 0; j < i; ++j)
        t[lid][i] -= t[lid][j] * t[j][i];
      t[lid][i] /= t[i][i];
    }
    if (lid > i)
      for (int j = 0; j <= i; ++j)
        t[i + 1][lid] -= t[i + 1][j] * t[j][lid]; /*@race*/
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  start = (first + 1) * pitch + first;
  for (int i = 1; i < SIZE; ++i) {
    matrix[start + lid] = t[i][lid];
    start += pitch;
  }
}
