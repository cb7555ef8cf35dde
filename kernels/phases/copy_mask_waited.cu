// expect: verified
//--block-dim=32 --grid-dim=1
// Each lane waits for its own copy, then the lanes that the mask names meet.
#include <cuda_pipeline.h>

__global__ void copy_mask(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < 16) {
    __pipeline_memcpy_async(&s[t], &in[t], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncwarp(0xffff);
    out[t] = s[t ^ 1];
  }
}
