// expect: verified
//--block-dim=8 --grid-dim=4
// The next number is put, not added.
__device__ int next_ticket, serving;
__global__ void ticket_lock_next(int *sum) {
  if (threadIdx.x == 0) {
    int mine = atomicAdd(&next_ticket, 1);
    while (atomicAdd(&serving, 0) != mine)
      ;
    __threadfence();
    *sum += blockIdx.x;
    __threadfence();
    atomicExch(&serving, mine + 1);
  }
}
