// expect: race
//--block-dim=8 --grid-dim=4
// One place too few.
__device__ unsigned next;
__global__ void ticket_inc_ring(int *log) {
  unsigned i = atomicInc(&next, 30);
  log[i] = blockIdx.x * 8 + threadIdx.x;
}
