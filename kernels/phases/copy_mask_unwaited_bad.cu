// expect: race
//--block-dim=32 --grid-dim=1
// Twin: nobody has waited for the copies when the lanes that the mask names meet.
#include <cuda_pipeline.h>

__global__ void copy_mask(const int *in, int *out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < 16) {
    __pipeline_memcpy_async(&s[t], &in[t], 4);
    __pipeline_commit();
    __syncwarp(0xffff);
    out[t] = s[t ^ 1];
    __pipeline_wait_prior(0);
  }
}
