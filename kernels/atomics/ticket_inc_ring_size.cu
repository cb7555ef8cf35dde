// expect: verified
//--block-dim=8 --grid-dim=4
// The limit is said by the launch's sizes.
__device__ unsigned next;
__global__ void ticket_inc_ring(int *log) {
  unsigned i = atomicInc(&next, gridDim.x * blockDim.x - 1);
  log[i] = blockIdx.x * 8 + threadIdx.x;
}
