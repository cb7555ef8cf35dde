// expect: race
//--block-dim=8 --grid-dim=4
// Takes the slot next to the one that is ready.
__device__ int tail, head;
__global__ void queue_other_slot_bad(int *slots, int *ready, int *out, int n) {
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
      out[s] = slots[s + 1];
    }
  }
}
