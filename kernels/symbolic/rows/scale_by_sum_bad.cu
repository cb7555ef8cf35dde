// expect: race
//--local_size=128 --num_groups=*
// The next row's sums overwrite the array while others still read its first element.
__global__ void normalise(float *m, int rows, int cols) {
  __shared__ float part[128];
  for (int row = blockIdx.x; row < rows; row += gridDim.x) {
    float *p = &m[row * cols];
    float own = 0;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
      own += p[c];
    part[threadIdx.x] = own; /*@race*/
    __syncthreads();
    for (int half = 64; half; half >>= 1) {
      if (threadIdx.x < half)
        part[threadIdx.x] += part[threadIdx.x + half];
      __syncthreads();
    }
    float total = part[0]; /*@race*/
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
      p[c] /= total;
  }
}
