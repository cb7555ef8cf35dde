// expect: verified
//--block-dim=8 --grid-dim=4
// One thread takes the lock for its block, and releases it when all have done their part.
__device__ int lock;
__global__ void block_lock(int *sums) {
  if (threadIdx.x == 0)
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
  __syncthreads();
  __threadfence();
  sums[threadIdx.x] += blockIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    atomicExch(&lock, 0);
}
