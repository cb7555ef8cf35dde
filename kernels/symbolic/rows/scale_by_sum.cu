// expect: verified
//--local_size=128 --num_groups=*
// Each row is divided by its sum; the blocks stride over the rows.
__global__ void normalise(float *m, int rows, int cols) {
  __shared__ float part[128];
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    float *p = &m[row * cols];
    float own = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
      own += p[c];
    part[threadIdx.x] = own;
    __syncthreads();
    for (int half = 64; half; half >>= 1) {
      if (threadIdx.x < half)
        part[threadIdx.x] += part[threadIdx.x + half];
      __syncthreads();
    }
    float total = part[0];
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
      p[c] /= total;
    __syncthreads();
  }
}
