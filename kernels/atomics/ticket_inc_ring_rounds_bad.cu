// expect: race
//--block-dim=8 --grid-dim=4
// Each thread draws in each round of a loop: the ring is passed more than once.
__device__ unsigned next;
__global__ void ticket_inc_ring_rounds(int *log, int n) {
  for (int i = 0; i < n; i++)
    log[atomicInc(&next, 31)] = blockIdx.x * 8 + threadIdx.x;
}
