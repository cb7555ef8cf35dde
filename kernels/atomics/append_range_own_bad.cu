// expect: race
//--block-dim=64 --grid-dim=4
// Amounts of their own, which may be negative.
__device__ int tail;
__global__ void append_range(int *out, int n, const int *m) {
  int base = atomicAdd(&tail, m[threadIdx.x]);
  for (int i = 0; i < n; i++)
    out[base + i] = threadIdx.x;
}
