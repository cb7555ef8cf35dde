// expect: race
//--local_size=[*,*] --num_groups=[*,*]
// Only the source's leading dimension is checked.
__global__ void copy_matrix(int m, int n, const float *A, int lda, float *B, int ldb) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; // row
  int j = blockIdx.y * blockDim.y + threadIdx.y; // column
  if (lda < m)
    return;
  if (i < m && j < n)
    B[i + j * ldb] = A[i + j * lda]; /*@race*/
}
