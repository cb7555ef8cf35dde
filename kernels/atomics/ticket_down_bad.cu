// expect: race
//--block-dim=8 --grid-dim=4
// The counter runs down: that the amount is not positive says nothing of how far tickets are apart.
__device__ int tail;
__global__ void ticket_down(int *out, int n) {
  int base = atomicAdd(&tail, n);
  if (n < 0 && base >= 0)
    out[base / 2] = blockIdx.x * 8 + threadIdx.x;
}
