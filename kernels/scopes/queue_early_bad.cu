// expect: race
//--block-dim=8 --grid-dim=4
// The flag says that a slot is ready before it is.
__device__ int tail, head;
__global__ void queue_early_bad(int *slots, int *ready, int *out, int n) {
  if (blockIdx.x == 0) {
    int s = atomicAdd(&tail, 1);
    atomicExch(&ready[s], 1);
    __threadfence();
    slots[s] = threadIdx.x;
  } else {
    int s = atomicAdd(&head, 1);
    if (s < n) {
      while (atomicAdd(&ready[s], 0) == 0)
        ;
      __threadfence();
      out[s] = slots[s];
    }
  }
}
