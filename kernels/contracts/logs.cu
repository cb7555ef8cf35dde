// expect: verified
//--blockDim=64 --gridDim=4
// Annotations about accesses in CUDA, of memory of blocks and of the device.
__global__ void k(int *a, int n) {
  __shared__ int t[64];
  unsigned l = threadIdx.x, g = blockIdx.x * 64 + l;
  for (int i = 0; __invariant(__write_implies(a, __write_offset_bytes(a) / sizeof(int) == g)),
                  __invariant(__no_read(t)), __invariant(__no_write(t)), i < n; ++i) {
    t[l] = i;
    __syncthreads();
    a[g] = t[63 - l];
    __syncthreads();
  }
}
