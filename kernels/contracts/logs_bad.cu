// expect: assertion
//--blockDim=64 --gridDim=4
// Twin: what has been read is still in the log, for want of a second barrier behind the reading.
__global__ void k(int *a, int n) {
  __shared__ int t[64];
  unsigned l = threadIdx.x, g = blockIdx.x * 64 + l;
  for (int i = 0; __invariant(__no_read(t)), /*@assert*/
                  i < n; ++i) {
    __syncthreads();
    a[g] = t[l];
  }
}
