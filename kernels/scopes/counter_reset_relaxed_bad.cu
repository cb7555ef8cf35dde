// expect: race
//--block-dim=8 --grid-dim=4
// The block that counts last sets the counter back, but no addition releases: none happens before that.

__device__ unsigned done;

__global__ void count(int *out) {
  __shared__ bool is_last;
  if (threadIdx.x == 0)
    is_last = atomicInc(&done, gridDim.x) == gridDim.x - 1;
  __syncthreads();
  if (is_last && threadIdx.x == 0)
    done = 0; /*@race*/
}
