// expect: verified
//--block-dim=8 --grid-dim=4
// A ticket lock: who draws a number waits until it is called.
__device__ int next_ticket, serving;
__global__ void ticket_lock(int *sum) {
  if (threadIdx.x == 0) {
    int mine = atomicAdd(&next_ticket, 1);
    while (atomicAdd(&serving, 0) != mine)
      ;
    __threadfence();
    *sum += blockIdx.x;
    __threadfence();
    atomicAdd(&serving, 1);
  }
}
