// expect: race
//--block-dim=8 --grid-dim=4
// Each thread draws twice.
__device__ unsigned next;
__global__ void ticket_inc_ring(int *log) {
  unsigned i = atomicInc(&next, 31);
  log[i] = blockIdx.x * 8 + threadIdx.x;
  log[atomicInc(&next, 31)] = 1000 + blockIdx.x * 8 + threadIdx.x;
}
