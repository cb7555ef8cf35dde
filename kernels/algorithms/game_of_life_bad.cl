// expect: race
//--local_size=[16,16] --num_groups=[4,4]
// In place, with a barrier that orders the threads of a group but not the groups.

__kernel void life(__global uchar *a) {
  const int x = get_global_id(0), y = get_global_id(1);
  int alive = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0)
        alive += a[((y + dy) & 63) * 64 + ((x + dx) & 63)]; /*@race*/
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[y * 64 + x] = alive == 3; /*@race*/
}
