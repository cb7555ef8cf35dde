// expect: verified
//--local_size=[*,*] --num_groups=[*,*]
// Copies the lower triangle to the upper one, in place: each thread below the diagonal writes its mirror.
__global__ void symmetrise(float *a, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && col < row)
    a[col * n + row] = a[row * n + col];
}
