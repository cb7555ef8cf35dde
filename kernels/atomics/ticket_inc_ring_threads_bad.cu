// expect: race
//--block-dim=8 --grid-dim=5
// More threads than places.
__device__ unsigned next;
__global__ void ticket_inc_ring(int *log) {
  unsigned i = atomicInc(&next, 31);
  log[i] = blockIdx.x * 8 + threadIdx.x;
}
