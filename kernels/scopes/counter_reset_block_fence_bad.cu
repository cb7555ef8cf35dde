// expect: race
//--block-dim=8 --grid-dim=4
// The fence in front of the addition is for the block.

__device__ unsigned done;

__global__ void count(unsigned *out) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    __threadfence_block();
    unsigned n = atomicAdd(&done, 1);
    is_last = n == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.x == 0)
    done = 0; /*@race*/
}
