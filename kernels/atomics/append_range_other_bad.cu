// expect: race
//--block-dim=64 --grid-dim=4
// Some threads move the tail by another amount.
__device__ int tail;
__global__ void append_range(int *out, int n, int m) {
  int base = atomicAdd(&tail, n);
  for (int i = 0; i < n; i++)
    out[base + i] = threadIdx.x;
  if (threadIdx.x == 3)
    atomicAdd(&tail, m);
}
