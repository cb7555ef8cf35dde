// expect: race
//--block-dim=1 --grid-dim=4
// The counter of numbers begins anew: two may have the same.
__device__ int next_ticket, serving;
__global__ void ticket_lock_reset_bad(int *sum) {
  if (threadIdx.x == 0) {
    int mine = atomicAdd(&next_ticket, 1);
    atomicExch(&next_ticket, 0);
    while (atomicAdd(&serving, 0) != mine)
      ;
    __threadfence();
    *sum += blockIdx.x;
    __threadfence();
    atomicAdd(&serving, 1);
  }
}
