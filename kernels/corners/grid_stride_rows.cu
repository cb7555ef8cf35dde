// expect: verified
//--blockDim=[32,8] --gridDim=[4,4]
// Signed counters that are advanced by unsigned steps may wrap around; the loops' conditions keep them from it, or the product.

__global__ void grid_stride_rows(float *a, const float *b, int w, int h) {
  __requires(w == 1000);
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < h; y += blockDim.y * gridDim.y)
    for (int x = blockIdx.x * blockDim.x + threadIdx.x, o = y * w + x; x < w; x += blockDim.x * gridDim.x, o += blockDim.x * gridDim.x)
      a[o] = 2 * b[o] + a[o];
}
