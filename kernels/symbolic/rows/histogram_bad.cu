// expect: race
//--local_size=256 --num_groups=*
// The block's counts are added without an atomic.
#define BINS 256
__global__ void histogram(unsigned *bins, const unsigned char *data, int n) {
  __shared__ unsigned local[BINS];
  for (int b = threadIdx.x; b < BINS; b += blockDim.x)
    local[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(&local[data[i]], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < BINS; b += blockDim.x)
    bins[b] += local[b]; /*@race*/
}
