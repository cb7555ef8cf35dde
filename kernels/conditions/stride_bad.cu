// expect: race
//--block-dim=* --grid-dim=*
// A stride of 0 is no number near a limit.
__global__ void scatter(float *d, int stride, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    d[(long long)i * stride] = i; /*@race*/
}
