// expect: race
//--block-dim=1 --grid-dim=4
// Two blocks have one number.
__device__ int next_ticket, serving;
__global__ void ticket_lock_same_number_bad(int *sum) {
  if (threadIdx.x == 0) {
    int mine = blockIdx.x / 2;
    while (atomicAdd(&serving, 0) != mine)
      ;
    __threadfence();
    *sum += blockIdx.x;
    __threadfence();
    atomicAdd(&serving, 1);
  }
}
