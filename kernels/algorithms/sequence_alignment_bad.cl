// expect: race
//--local_size=16 --num_groups=8
// The last round goes without its barrier: the lower right corner may be read before it is written.

#define B 16

int best(__local int (*t)[B + 1], __local int (*score)[B], int x, int y, int penalty) {
  return max(t[y - 1][x - 1] + score[y - 1][x - 1], max(t[y][x - 1], t[y - 1][x]) - penalty);
}

__kernel void sequence_alignment(__global int *table, __global const int *scores, int pitch, int penalty,
                                 int diagonal) {
  __requires(pitch == 16 * B + 1);
  __requires(diagonal >= 7);
  __requires(diagonal < 16);
  __local int t[B + 1][B + 1], score[B][B];
  const int lid = get_local_id(0);
  const int block_x = get_group_id(0), block_y = diagonal - block_x;
  const int start = pitch * B * block_y + B * block_x;
  if (lid == 0)
    t[0][0] = table[start];
  t[0][lid + 1] = table[start + lid + 1];
  t[lid + 1][0] = table[start + pitch * (lid + 1)];
  for (int i = 0; i < B; ++i)
    score[i][lid] = scores[start + pitch * (i + 1) + lid + 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 0; d < B; ++d) {
    if (lid <= d) {
      const int x = lid + 1, y = d - lid + 1;
      t[y][x] = best(t, score, x, y, penalty);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int d = B - 2; d >= 0; --d) {
    if (lid <= d) {
      const int last_x = lid + B - d, last_y = B - lid;
      t[last_y][last_x] = best(t, score, last_x, last_y, penalty); /*@race*/
    }
    if (d > 0)
      barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < B; ++i)
    table[start + pitch * (i + 1) + lid + 1] = t[i + 1][lid + 1]; /*@race*/
}
