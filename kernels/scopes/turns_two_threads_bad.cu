// expect: race
//--block-dim=2 --grid-dim=3
// Two threads of a block have its turn.
__device__ int turn;
__global__ void turns_two_threads_bad(int *sum) {
  if (atomicAdd(&turn, 0) == blockIdx.x) {
    __threadfence();
    *sum += blockIdx.x;
    __threadfence();
    atomicAdd(&turn, 1);
  }
}
