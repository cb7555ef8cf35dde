// expect: error
//--block-dim=48 --grid-dim=4
// The same within a class that the kernel does not use.
namespace settings {
struct block {
  static constexpr int size = 48;
  static_assert(size % 32 == 0, "whole warps only");
};
}
__global__ void fill(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
