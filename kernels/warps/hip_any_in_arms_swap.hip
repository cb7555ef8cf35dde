// expect: verified
//--local_size=64 --num_groups=1
// All have voted, in the arms for what is the same: all write to their own places, or all to their neighbours'.
#include <hip/hip_runtime.h>
__global__ void hip_any_in_arms(float *o, const float *a, int n) {
  int t = threadIdx.x, own;
  if (n > 1)
    own = __any(a[t] > 3);
  else
    own = __any(a[t] > 0);
  o[own ? t : t ^ 1] = t;
}
