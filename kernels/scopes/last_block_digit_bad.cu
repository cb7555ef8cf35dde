// expect: race
// A pass of radix selection: a thread may still add to the histogram when the first one of its block has counted.
#include <cuda_runtime.h>

template <int Bits, int Block>
__global__ void digit_pass(const unsigned *__restrict__ keys, size_t n, int shift, unsigned *histogram,
                           unsigned *retired, unsigned k, unsigned *digit) {
  constexpr int kBins = 1 << Bits;
  __shared__ unsigned counts[kBins];
  __shared__ bool last;
  for (int b = threadIdx.x; b < kBins; b += Block)
    counts[b] = 0;
  __syncthreads();
  for (size_t i = static_cast<size_t>(blockIdx.x) * Block + threadIdx.x; i < n;
       i += static_cast<size_t>(gridDim.x) * Block)
    atomicAdd(&counts[(keys[i] >> shift) & (kBins - 1)], 1u);
  __syncthreads();

  for (int b = threadIdx.x; b < kBins; b += Block)
    if (counts[b] != 0)
      atomicAdd(&histogram[b], counts[b]);
  __threadfence();
  if (threadIdx.x == 0) {
    last = atomicInc(retired, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (!last)
    return;

  if (threadIdx.x == 0) {
    unsigned below = 0;
    int b = 0;
    while (b < kBins - 1 && below + histogram[b] < k)
      below += histogram[b++];
    *digit = b;
  }
}

void select_digit(const unsigned *keys, size_t n, int shift, unsigned *histogram, unsigned *retired, unsigned k,
                  unsigned *digit) {
  cudaMemset(histogram, 0, (1 << 6) * sizeof(unsigned));
  cudaMemset(retired, 0, sizeof(unsigned));
  digit_pass<6, 64><<<4, 64>>>(keys, n, shift, histogram, retired, k, digit);
}
