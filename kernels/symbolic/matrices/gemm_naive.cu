// expect: verified
//--local_size=[16,16] --num_groups=[*,*]
// C = alpha A B + beta C, with leading dimensions, column by column.
__global__ void sgemm_naive(int M, int N, int K, float alpha, const float *A, int lda, const float *B, int ldb,
                            float beta, float *C, int ldc) {
  if (ldc < M)
    return;
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  const int col = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < M && col < N) {
    float acc = 0.f;
    for (int k = 0; k < K; ++k)
      acc += A[row + k * lda] * B[k + col * ldb];
    float *c = &C[row + col * ldc];
    *c = alpha * acc + beta * *c;
  }
}
