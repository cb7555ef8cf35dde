// expect: verified
//--block-dim=8 --grid-dim=4
// Slots of a queue: each has one who fills it, and one who takes it when it is ready.
__device__ int tail, head;
__global__ void queue(int *slots, int *ready, int *out, int n) {
  if (blockIdx.x == 0) {
    int s = atomicAdd(&tail, 1);
    slots[s] = threadIdx.x;
    __threadfence();
    atomicExch(&ready[s], 1);
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
