// expect: divergence
//--block-dim=64 --grid-dim=1
// The same as two_arms_shuffles.cu, on wave fronts, which run one arm after the other.
#include <hip/hip_runtime.h>
__global__ void two_arms(int *o) {
  int v = threadIdx.x;
  if (threadIdx.x < 32)
    v = __shfl_xor_sync(~0ull, v + 1, 32);
  else
    v = __shfl_xor_sync(~0ull, v - 1, 32);
  o[threadIdx.x] = v;
}
