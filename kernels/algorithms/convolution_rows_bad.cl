// expect: race
//--local_size=[32,4] --num_groups=[8,64]
// The right halo is stored at the place of the main elements, one too low.

__kernel void convolution_rows(__global const float *in, __constant float *filter, __global float *out) {
  __local float tile[4][3 * 32];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int x = get_global_id(0), y = get_global_id(1);
  const int w = 256;
  tile[ly][lx] = x >= 32 ? in[y * w + x - 32] : 0.0f;
  tile[ly][lx + 32] = in[y * w + x]; /*@race*/
  tile[ly][lx + 63] = x < w - 32 ? in[y * w + x + 32] : 0.0f; /*@race*/
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * w + x] = tile[ly][lx + 32] * filter[0];
}
