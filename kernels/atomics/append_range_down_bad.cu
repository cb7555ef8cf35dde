// expect: race
//--block-dim=64 --grid-dim=4
// The tail runs down, by half of what each thread writes above it.
__device__ int tail;
__global__ void append_range(int *out, int n) {
  int base = atomicSub(&tail, n / 2);
  for (int i = 0; i < n; i++)
    out[base + i] = threadIdx.x;
}
