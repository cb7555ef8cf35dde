// expect: verified
//--block-dim=1024 --grid-dim=3145728
// 3 * 2^30 threads, counters of 64 bits below a bound of 32.

__global__ void k(int *out, unsigned n) {
  for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
    out[i] = threadIdx.x;
}
