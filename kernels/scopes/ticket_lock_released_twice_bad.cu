// expect: unknown
//--block-dim=1 --grid-dim=4
// Calls two numbers; the executions that are tried do not show it.
__device__ int next_ticket, serving;
__global__ void ticket_lock_released_twice_bad(int *sum) {
  if (threadIdx.x == 0) {
    int mine = atomicAdd(&next_ticket, 1);
    if (atomicAdd(&serving, 0) != mine)
      return;
    __threadfence();
    *sum += blockIdx.x;
    __threadfence();
    atomicAdd(&serving, 1);
    atomicAdd(&serving, 1);
  }
}
