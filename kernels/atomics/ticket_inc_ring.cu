// expect: verified
//--block-dim=8 --grid-dim=4
// As many threads as the ring has places, wherever it begins.
__device__ unsigned next;
__global__ void ticket_inc_ring(int *log) {
  unsigned i = atomicInc(&next, 31);
  log[i] = blockIdx.x * 8 + threadIdx.x;
}
