// expect: race
//--block-dim=8 --grid-dim=4
// No fence behind the wait: the sum may be what was read before.
__device__ int next_ticket, serving;
__global__ void ticket_lock_no_acquire_bad(int *sum) {
  if (threadIdx.x == 0) {
    int before = *sum;
    int mine = atomicAdd(&next_ticket, 1);
    while (atomicAdd(&serving, 0) != mine)
      ;
    *sum += blockIdx.x + before;
    __threadfence();
    atomicAdd(&serving, 1);
  }
}
