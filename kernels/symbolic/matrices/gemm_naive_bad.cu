// expect: race
//--local_size=[16,16] --num_groups=[*,*]
// The leading dimension of the result is compared with the columns.
__global__ void sgemm_naive(int M, int N, int K, float alpha, const float *A, int lda, const float *B, int ldb,
                            float beta, float *C, int ldc) {
  if (ldc < N)
    return;
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < M && col < N) {
    float acc = 0.f;
    for (int k = 0; k < K; ++k)
      acc += A[row + k * lda] * B[k + col * ldb];
    float *c = &C[row + col * ldc];
    *c = alpha * acc + beta * *c; /*@race*/
  }
}
