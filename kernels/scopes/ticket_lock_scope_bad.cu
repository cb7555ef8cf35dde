// expect: race
//--block-dim=8 --grid-dim=4
// Calls the next number for its own block only.
__device__ int next_ticket, serving;
__global__ void ticket_lock_scope_bad(int *sum) {
  if (threadIdx.x == 0) {
    int mine = atomicAdd(&next_ticket, 1);
    while (atomicAdd(&serving, 0) != mine)
      ;
    __threadfence();
    *sum += blockIdx.x;
    __threadfence();
    atomicAdd_block(&serving, 1);
  }
}
