// expect: race
//--block-dim=8 --grid-dim=4
// No fence before the next number is called.
__device__ int next_ticket, serving;
__global__ void ticket_lock_no_release_bad(int *sum) {
  if (threadIdx.x == 0) {
    int mine = atomicAdd(&next_ticket, 1);
    while (atomicAdd(&serving, 0) != mine)
      ;
    __threadfence();
    *sum += blockIdx.x;
    atomicAdd(&serving, 1);
  }
}
