// expect: verified
//--local_size=[16,8] --num_groups=[16,32]
// The column pass: the local tile is stored by columns, three blocks of eight high.

__kernel void convolution_columns(__global const float *in, __constant float *filter, __global float *out) {
  __local float tile[16][25];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int x = get_global_id(0), y = get_global_id(1);
  const int w = 256, h = 256;
  for (int j = 0; j < 3; ++j) {
    const int yy = y + 8 * (j - 1);
    tile[lx][ly + 8 * j] = yy >= 0 && yy < h ? in[yy * w + x] : 0.0f;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (int k = -8; k <= 8; ++k)
    sum += tile[lx][ly + 8 + k] * filter[k + 8];
  out[y * w + x] = sum;
}
