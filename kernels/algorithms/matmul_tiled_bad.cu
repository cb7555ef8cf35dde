// expect: race
//--local_size=[16,16] --num_groups=[8,8]
// Instantiated with tiles of 8 for blocks of 16 x 16.
template <int T> __global__ void matmul(const float *a, const float *b, float *c, int n) {
  __shared__ float ta[T][T];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * T + y;
  float sum = 0.0f;
  for (int t = 0; t < (n + T - 1) / T; ++t) {
    ta[y % T][x % T] = (row < n && t * T + x < n) ? a[row * n + t * T + x] : 0.0f; /*@race*/
    __syncthreads();
    for (int k = 0; k < T; ++k)
      sum += ta[y % T][k] * b[k];
    __syncthreads();
  }
  atomicAdd(&c[0], sum);
}

template __global__ void matmul<8>(const float *, const float *, float *, int);
