// expect: race
//--local_size=64 --num_groups=1
// What the active lanes have voted is not what the others have: two may write.
#include <hip/hip_runtime.h>
__global__ void hip_any_in_arm(float *o, const float *a) {
  int t = threadIdx.x, two;
  if (a[t] > 1)
    two = __any(a[t] > 3) ? 2 : 1;
  else
    two = __any(a[t] > 0) ? 2 : 1;
  o[t / two] = t; /*@race*/
}
