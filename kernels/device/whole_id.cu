// expect: verified
// Ids and sizes taken as a whole, of which only x is read.

__global__ void whole(float *d, int n) {
  const dim3 thread = threadIdx;
  const uint3 block = blockIdx;
  int i = block.x * blockDim.x + thread.x;
  if (i < n)
    d[i] *= 2.f;
}
