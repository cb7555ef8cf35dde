// expect: verified
//--block-dim=8 --grid-dim=4
// The group that is last reads the sums by plain loads, and the table, which nobody writes, by __ldg.
__device__ unsigned done;
__global__ void ldg_atomic(int *sums, const int *table, int *out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    sums[blockIdx.x] = blockIdx.x;
    __threadfence();
    last = atomicAdd(&done, 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last && threadIdx.x < 4)
    out[threadIdx.x] = sums[threadIdx.x] + __ldg(&table[threadIdx.x]);
}
