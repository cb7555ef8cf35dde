// expect: race
//--local_size=[16,16] --num_groups=[*,*,*]
// The stride is checked against a matrix of the wrong shape.
__global__ void gemm_strided_batched(int m, int n, int k, const double *A, long long strideA, const double *B,
                                     long long strideB, double *C, long long strideC) {
  if (m <= 0 || n <= 0 || strideC < (long long)m * k)
    return;
  A += blockIdx.z * strideA;
  B += blockIdx.z * strideB;
  C += blockIdx.z * strideC;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n)
    return;
  double sum = 0;
  for (int l = 0; l < k; ++l)
    sum += A[(long long)i * k + l] * B[(long long)l * n + j];
  C[(long long)i * n + j] = sum; /*@race*/
}
