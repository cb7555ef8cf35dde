// expect: race
// The twin of lock_leader.cu: the launch has blocks of 64, of which none has a thread 64.
__device__ int lock;
__global__ void lock_absent_leader_bad(int *sums) {
  if (threadIdx.x == 64) {
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
    __threadfence();
  }
  __syncthreads();
  sums[threadIdx.x] += 1; /*@race*/
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 64)
    atomicExch(&lock, 0);
}
int main() {
  int *sums;
  cudaMalloc(&sums, 64 * sizeof(int));
  lock_absent_leader_bad<<<16, 64>>>(sums);
}
