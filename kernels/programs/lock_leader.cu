// expect: verified
// The launch's blocks have a thread 63, which takes the lock for its block.
__device__ int lock;
__global__ void lock_leader(int *sums) {
  if (threadIdx.x == 63) {
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
    __threadfence();
  }
  __syncthreads();
  sums[threadIdx.x] += 1;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 63)
    atomicExch(&lock, 0);
}
int main() {
  int *sums;
  cudaMalloc(&sums, 64 * sizeof(int));
  lock_leader<<<16, 64>>>(sums);
}
