// expect: race
//--local_size=32 --num_groups=8
// The rest of the matrix is updated from a column that is not finished.

template <int N> struct Matrix {
  float v[N][N + 1];
  __device__ float *operator[](int r) { return v[r]; }
};

__global__ void cholesky(float *__restrict__ matrices) {
  constexpr int N = 32;
  __shared__ Matrix<N> m;
  const int t = threadIdx.x;
  float *const global = matrices + (size_t)blockIdx.x * N * N;
  for (int r = 0; r < N; ++r)
    m[r][t] = global[r * N + t];
  __syncthreads();
  for (int j = 0; j < N; ++j) {
    if (t == j)
      m[j][j] = sqrtf(m[j][j]);
    __syncthreads();
    if (t > j)
      m[t][j] /= m[j][j]; /*@race*/
    if (t > j)
      for (int k = j + 1; k <= t; ++k)
        m[t][k] -= m[t][j] * m[k][j]; /*@race*/
    __syncthreads();
  }
  for (int r = 0; r < N; ++r)
    global[r * N + t] = t <= r ? m[r][t] : 0.0f;
}
