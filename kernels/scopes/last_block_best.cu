// expect: verified
// The largest element and its place, in one launch: the blocks stage their candidates, the last one chooses.
#include <cuda_runtime.h>

struct Candidate {
  float value;
  int index;
};

__device__ Candidate better(Candidate a, Candidate b) {
  return b.value > a.value || (b.value == a.value && b.index < a.index) ? b : a;
}

template <int Block> __device__ Candidate block_best(Candidate c, Candidate *shared) {
  const int t = threadIdx.x;
  shared[t] = c;
  __syncthreads();
  for (int d = Block / 2; d > 0; d /= 2) {
    if (t < d)
      shared[t] = better(shared[t], shared[t + d]);
    __syncthreads();
  }
  return shared[0];
}

template <int Block>
__global__ void arg_max(const float *__restrict__ x, int n, Candidate *staging, unsigned *finished, int *result) {
  __shared__ Candidate shared[Block];
  __shared__ bool last;
  Candidate c = {-INFINITY, n};
  for (int i = blockIdx.x * Block + threadIdx.x; i < n; i += gridDim.x * Block)
    c = better(c, Candidate{x[i], i});
  c = block_best<Block>(c, shared);
  if (threadIdx.x == 0)
    staging[blockIdx.x] = c;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    last = atomicAdd(finished, 1u) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    __threadfence();
    c = Candidate{-INFINITY, n};
    for (unsigned b = threadIdx.x; b < gridDim.x; b += Block)
      c = better(c, staging[b]);
    c = block_best<Block>(c, shared);
    if (threadIdx.x == 0)
      *result = c.index;
  }
}

void find_max(const float *x, int n, Candidate *staging, unsigned *finished, int *result) {
  cudaMemset(finished, 0, sizeof(unsigned));
  arg_max<256><<<512, 256>>>(x, n, staging, finished, result);
}
