// expect: verified
//--block-dim=8 --grid-dim=4
// The amount is positive: halves of numbers that are two or more apart differ.
__device__ int tail;
__global__ void ticket_down(int *out, int n) {
  int base = atomicAdd(&tail, n);
  if (n > 1 && base >= 0)
    out[base / 2] = blockIdx.x * 8 + threadIdx.x;
}
