// expect: verified
//--block-dim=64 --grid-dim=4
// Each thread appends as many elements, by one addition; for no or fewer than no elements it writes nothing.
__device__ int tail;
__global__ void append_range(int *out, int n) {
  int base = atomicAdd(&tail, n);
  for (int i = 0; i < n; i++)
    out[base + i] = threadIdx.x;
}
