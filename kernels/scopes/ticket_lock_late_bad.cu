// expect: race
//--block-dim=1 --grid-dim=4
// Adds up when the next one has been called.
__device__ int next_ticket, serving;
__global__ void ticket_lock_late_bad(int *sum) {
  if (threadIdx.x == 0) {
    int mine = atomicAdd(&next_ticket, 1);
    while (atomicAdd(&serving, 0) != mine)
      ;
    __threadfence();
    *sum += blockIdx.x;
    __threadfence();
    atomicAdd(&serving, 1);
    *sum += 1;
  }
}
