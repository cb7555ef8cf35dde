//--blockDim=256 --gridDim=4
// paper
// The two kernels of GPUDrano's Fig. 2, rebuilt from its text: Fan2 of Gaussian elimination, where each thread has a row
// of A, and its repair, where each has a column. A marked access is one that the paper's rules report.
__global__ void fan2(float *A, float *B, float *M, int N, int t) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  if (tid > N - t - 2)
    return;
  int x = tid + t + 1;
  for (int y = t; y < N; y++) {
    int xy = N * x + y, xt = N * x + t, ty = N * t + y;
    float m = M[xt]; /*@paper*/
    float a = A[ty];
    A[xy] -= m * a; /*@paper*/
  }
  float m = M[N * x + t]; /*@paper*/
  B[x] -= m * B[t];
}

__global__ void fan2_repaired(float *A, float *M, int N, int t) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  if (tid > N - t - 1)
    return;
  int y = tid + t;
  for (int x = t + 1; x < N; x++) {
    int xy = N * x + y, xt = N * x + t, ty = N * t + y;
    A[xy] -= M[xt] * A[ty];
  }
}
