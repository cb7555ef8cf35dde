// expect: verified
//--local_size=[16,16] --num_groups=[1,1]
// The same in place with a single group of 16 x 16: now the barrier is enough.

__kernel void life(__global uchar *a) {
  const int x = get_global_id(0), y = get_global_id(1);
  int alive = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0)
        alive += a[((y + dy) & 15) * 16 + ((x + dx) & 15)];
  barrier(CLK_GLOBAL_MEM_FENCE);
  a[y * 16 + x] = alive == 3;
}
