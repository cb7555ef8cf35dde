// expect: race
//--blockDim=[32,8] --gridDim=[4,4]
// The rows are shorter than what is written of them.

__global__ void grid_stride_rows(float *a, const float *b, int w, int h) {
  __requires(w == 1000);
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < h; y += blockDim.y * gridDim.y)
    for (int x = blockIdx.x * blockDim.x + threadIdx.x, o = y * (w - 8) + x; x < w; x += blockDim.x * gridDim.x, o += blockDim.x * gridDim.x)
      a[o] = 2 * b[o] + a[o]; /*@race*/
}
