// expect: race
//--local_size=[*,*] --num_groups=[*,*]
// Each thread off the diagonal writes its mirror, which the other one reads.
__global__ void symmetrise(float *a, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && col < n && col != row)
    a[col * n + row] = a[row * n + col]; /*@race*/
}
