// expect: race
//--local_size=64 --num_groups=1
// What the active lanes have voted is not what the others have: one may write to its own place, the next to the same.
#include <hip/hip_runtime.h>
__global__ void hip_any_in_arms(float *o, const float *a) {
  int t = threadIdx.x, own;
  if (a[t] > 1)
    own = __any(a[t] > 3);
  else
    own = __any(a[t] > 0);
  o[own ? t : t ^ 1] = t; /*@race*/
}
