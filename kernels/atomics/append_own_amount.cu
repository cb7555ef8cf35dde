// expect: verified
//--block-dim=8 --grid-dim=4
// Amounts of their own, none of which is negative.
__device__ int tail;
__global__ void append_own_amount(int *out, const int *amount) {
  int id = blockIdx.x * 8 + threadIdx.x, n = max(amount[id], 0);
  int base = atomicAdd(&tail, n);
  for (int i = 0; i < n; i++)
    out[base + i] = id;
}
