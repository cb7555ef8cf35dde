// expect: verified
//--local_size=[16,8] --num_groups=[10,10]
// A two-dimensional filter: a tile with a halo all round is loaded in steps of the group size.

#define R 3

__kernel void filter_2d_halo(__global const float *in, __global float *out, int w, int h, __constant float *filter) {
  __local float tile[8 + 2 * R][16 + 2 * R];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int left = get_group_id(0) * 16 - R, top = get_group_id(1) * 8 - R;
  for (int y = ly; y < 8 + 2 * R; y += 8)
    for (int x = lx; x < 16 + 2 * R; x += 16)
      tile[y][x] = in[clamp(top + y, 0, h - 1) * w + clamp(left + x, 0, w - 1)];
  barrier(CLK_LOCAL_MEM_FENCE);
  const int gx = get_global_id(0), gy = get_global_id(1);
  if (gx >= w || gy >= h)
    return;
  float sum = 0.0f;
  for (int j = -R; j <= R; ++j)
    for (int i = -R; i <= R; ++i)
      sum += filter[(j + R) * (2 * R + 1) + i + R] * tile[ly + R + j][lx + R + i];
  out[gy * w + gx] = sum;
}
