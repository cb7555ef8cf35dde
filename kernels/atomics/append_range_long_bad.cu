// expect: race
//--block-dim=64 --grid-dim=4
// One element more than was reserved.
__device__ int tail;
__global__ void append_range(int *out, int n) {
  int base = atomicAdd(&tail, n);
  for (int i = 0; i <= n; i++)
    out[base + i] = threadIdx.x;
}
