// expect: verified
//--local_size=[16,16] --num_groups=[4,4]
// One generation on a torus of 64 x 64, from one array to another.

__kernel void life(__global const uchar *in, __global uchar *out) {
  const int x = get_global_id(0), y = get_global_id(1);
  int alive = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0)
        alive += in[((y + dy) & 63) * 64 + ((x + dx) & 63)];
  out[y * 64 + x] = alive == 3 || (alive == 2 && in[y * 64 + x]);
}
