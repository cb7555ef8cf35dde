// expect: verified
//--local_size=[16,16] --num_groups=[*,*]
// A tiled product of rectangular matrices of any size.
#define BLOCK 16
__global__ void matmul(const float *A, const float *B, float *C, int m, int n, int k) {
  __shared__ float As[BLOCK][BLOCK];
  __shared__ float Bs[BLOCK][BLOCK];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * BLOCK + ty;
  int col = blockIdx.x * BLOCK + tx;
  float value = 0;
  int tiles = (k + BLOCK - 1) / BLOCK;
  for (int t = 0; t < tiles; t++) {
    int a_col = t * BLOCK + tx;
    int b_row = t * BLOCK + ty;
    As[ty][tx] = (row < m && a_col < k) ? A[row * k + a_col] : 0.0f;
    Bs[ty][tx] = (b_row < k && col < n) ? B[b_row * n + col] : 0.0f;
    __syncthreads();
    for (int i = 0; i < BLOCK; i++)
      value += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  if (row < m && col < n)
    C[row * n + col] = value;
}
