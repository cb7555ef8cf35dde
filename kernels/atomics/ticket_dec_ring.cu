// expect: verified
//--block-dim=8 --grid-dim=4
// Downwards.
__device__ unsigned next;
__global__ void ticket_inc_ring(int *log) {
  unsigned i = atomicDec(&next, 31);
  log[i] = blockIdx.x * 8 + threadIdx.x;
}
