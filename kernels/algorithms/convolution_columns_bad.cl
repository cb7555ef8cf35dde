// expect: race
//--local_size=[16,8] --num_groups=[16,32]
// The columns of the tile have room for 23 elements, 24 are stored.

__kernel void convolution_columns(__global const float *in, __constant float *filter, __global float *out) {
  __local float tile[16 * 24];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int x = get_global_id(0), y = get_global_id(1);
  const int w = 256, h = 256;
  for (int j = 0; j < 3; ++j) {
    const int yy = y + 8 * (j - 1);
    tile[lx * 23 + ly + 8 * j] = yy >= 0 && yy < h ? in[yy * w + x] : 0.0f; /*@race*/
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * w + x] = tile[lx * 23 + ly + 8] * filter[0];
}
