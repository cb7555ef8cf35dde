// expect: race
//--block-dim=8 --grid-dim=4
// Some draw upwards, some downwards.
__device__ unsigned next;
__global__ void ticket_inc_ring(int *log) {
  unsigned i = threadIdx.x < 4 ? atomicInc(&next, 63) : atomicDec(&next, 63);
  log[i] = blockIdx.x * 8 + threadIdx.x;
}
