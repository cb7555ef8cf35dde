// expect: verified
//--block-dim=* --grid-dim=* --accept-conditions=all
// Verified if stride > 0.
__global__ void scatter(float *d, int stride, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    d[(long long)i * stride] = i;
}
