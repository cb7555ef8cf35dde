// expect: verified
//--local_size=64 --num_groups=1
// A vote without a mask is one of the lanes that are active.
#include <hip/hip_runtime.h>
__global__ void hip_any_in_arm(float *o, const float *a) {
  int t = threadIdx.x;
  if (a[t] > 1)
    o[t] = __any(a[t] > 3) ? 2 : 1;
  else
    o[t] = 0;
}
