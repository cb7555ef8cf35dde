// expect: verified
//--local_size=64 --num_groups=4
// Launch bounds, restrict, unroll pragmas, namespaces, default arguments and constexpr change no verdict.
namespace detail {
constexpr int width = 4;
__device__ __forceinline__ int place(int i, int j = 0) { return width * i + j; }
} // namespace detail

extern "C" __global__ void __launch_bounds__(64, 2) launch_bounds(const int *__restrict__ in, int *__restrict__ out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll
  for (int j = 1; j < detail::width; ++j)
    out[detail::place(i, j)] = in[detail::place(i)] + j;
  out[detail::place(i)] = i;
}
