// expect: verified
//--block-dim=8 --grid-dim=4
// The block that counts last reads the counter: fences stand on both sides.

__device__ unsigned done;

__global__ void count(unsigned *out) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    __threadfence();
    unsigned n = atomicAdd(&done, 1);
    __threadfence();
    is_last = n == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.x == 0)
    out[0] = done;
}
