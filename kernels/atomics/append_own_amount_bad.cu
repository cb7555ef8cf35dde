// expect: race
//--block-dim=8 --grid-dim=4
// Amounts of their own: a negative one sets the tail back, and what follows is reserved twice.
__device__ int tail;
__global__ void append_own_amount(int *out, const int *amount) {
  int id = blockIdx.x * 8 + threadIdx.x, n = amount[id];
  int base = atomicAdd(&tail, n);
  for (int i = 0; i < n; i++)
    out[base + i] = id;
}
