// expect: race
//--block-dim=[256,1,1] --grid-dim=[*,1,1]
// The number of groups is compared with the offset, and not made of it: a negative one is as good as any.
__global__ void shift(float *out, int n, int by) {
  __requires(by + (int)gridDim.x <= 1);
  int i = blockIdx.x * 256 + threadIdx.x;
  if (by < 0)
    out[i] = out[i + 1]; /*@race*/
}
