// expect: verified
//--local_size=[32,4] --num_groups=[8,64]
// The row pass of a separable convolution: each thread loads the main element and a left and a right halo element.

__kernel void convolution_rows(__global const float *in, __constant float *filter, __global float *out) {
  __local float tile[4][3 * 32];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int x = get_global_id(0), y = get_global_id(1);
  const int w = 256;
  tile[ly][lx] = x >= 32 ? in[y * w + x - 32] : 0.0f;
  tile[ly][lx + 32] = in[y * w + x];
  tile[ly][lx + 64] = x < w - 32 ? in[y * w + x + 32] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0.0f;
  for (int k = -8; k <= 8; ++k)
    sum += tile[ly][lx + 32 + k] * filter[k + 8];
  out[y * w + x] = sum;
}
