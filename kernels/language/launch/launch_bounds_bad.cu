// expect: race
//--local_size=64 --num_groups=4
// The loop of four starts at one and therefore ends one too late.
namespace detail {
constexpr int width = 4;
__device__ __forceinline__ int place(int i, int j = 0) { return width * i + j; }
} // namespace detail

extern "C" __global__ void __launch_bounds__(64, 2) launch_bounds(const int *__restrict__ in, int *__restrict__ out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
  for (int j = 1; j <= detail::width; ++j)
    out[detail::place(i, j)] = in[detail::place(i)] + j; /*@race*/
  out[detail::place(i)] = i; /*@race*/
}
