// expect: race
//--block-dim=8 --grid-dim=4
// Half of the threads begin anew earlier.
__device__ unsigned next;
__global__ void ticket_inc_ring(int *log) {
  unsigned i = atomicInc(&next, threadIdx.x < 4 ? 31 : 7);
  log[i] = blockIdx.x * 8 + threadIdx.x;
}
