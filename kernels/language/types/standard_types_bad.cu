// expect: race
//--block-dim=32 --grid-dim=4
// The twins: a sum of indices that all threads share, complex numbers that blocks share.
#include <complex>
#include <utility>

template <size_t... I> __device__ int sum(std::index_sequence<I...>) { return (0 + ... + (int)I); }

__global__ void sequence_bad(int *a) {
  a[sum(std::make_index_sequence<4>())] = threadIdx.x;
}

__global__ void complex_bad(std::complex<double> *d) {
  d[threadIdx.x] = std::complex<double>(blockIdx.x, 0);
}
