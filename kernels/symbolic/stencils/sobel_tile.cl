// expect: verified
//--local_size=[16,16] --num_groups=[*,*]
// Sobel through a tile with a border of one; the picture has a pitch.
#define B 16
kernel void sobel(global const uchar *in, global uchar *out, int w, int h, int pitch) {
  local int tile[B + 2][B + 2];
  int lx = get_local_id(0), ly = get_local_id(1);
  int x = get_global_id(0), y = get_global_id(1);
  int left = get_group_id(0) * B - 1, top = get_group_id(1) * B - 1;
  if (pitch < w)
    return;
  for (int i = ly * B + lx; i < (B + 2) * (B + 2); i += B * B) {
    int tx = i % (B + 2), ty = i / (B + 2);
    int gx = clamp(left + tx, 0, w - 1), gy = clamp(top + ty, 0, h - 1);
    tile[ty][tx] = in[gy * pitch + gx];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x >= w || y >= h)
    return;
  int dx = tile[ly][lx + 2] + 2 * tile[ly + 1][lx + 2] + tile[ly + 2][lx + 2] - tile[ly][lx];
  dx -= 2 * tile[ly + 1][lx] + tile[ly + 2][lx];
  out[y * pitch + x] = min(abs(dx), 255u);
}
