// expect: verified
//--block-dim=32 --grid-dim=4
// Sequences of indices, traits and complex numbers of the standard library and of Thrust.
#include <complex>
#include <thrust/complex.h>
#include <type_traits>
#include <utility>

template <size_t... I> __device__ int sum(std::index_sequence<I...>) { return (0 + ... + (int)I); }

__global__ void standard_types(int *a, thrust::complex<float> *c, std::complex<double> *d) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  static_assert(std::conjunction_v<std::bool_constant<true>, std::is_base_of<int, float>> == false);
  a[i + sum(std::make_index_sequence<4>())] = std::is_same_v<std::common_type_t<int, float>, float> ? 1 : 2;
  c[i] *= c[i] + thrust::complex<float>(1, 2);
  d[i] = std::conj(d[i]);
}
