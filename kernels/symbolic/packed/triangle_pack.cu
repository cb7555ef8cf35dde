// expect: verified
//--local_size=[16,16] --num_groups=[*,*]
// Packs the lower triangle of a matrix, a thread for each element.
__global__ void pack_lower(float *packed, const float *a, int n, int lda) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j <= i)
    packed[i * (i + 1) / 2 + j] = a[i * lda + j];
}
