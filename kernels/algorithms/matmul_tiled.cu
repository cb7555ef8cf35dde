// expect: verified
//--local_size=[16,16] --num_groups=[8,8]
// The tiled product in CUDA with a template for the tile.
template <int T> __global__ void matmul(const float *a, const float *b, float *c, int n) {
  __shared__ float ta[T][T], tb[T][T];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * T + y, col = blockIdx.x * T + x;
  float sum = 0.0f;
  for (int t = 0; t < (n + T - 1) / T; ++t) {
    ta[y][x] = (row < n && t * T + x < n) ? a[row * n + t * T + x] : 0.0f;
    tb[y][x] = (col < n && t * T + y < n) ? b[(t * T + y) * n + col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < T; ++k)
      sum += ta[y][k] * tb[k][x];
    __syncthreads();
  }
  if (row < n && col < n)
    c[row * n + col] = sum;
}

template __global__ void matmul<16>(const float *, const float *, float *, int);
