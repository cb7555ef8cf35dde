// expect: race
//--block-dim=64 --grid-dim=4
// The thread that takes the place may have ended.
__global__ void aggregated_ended_bad(const int *in, int *out, int *count) {
  int v = in[blockIdx.x * blockDim.x + threadIdx.x], base = 0;
  if (v == 7)
    return;
  if (threadIdx.x % 32 == 0)
    base = atomicAdd(count, 1);
  base = __shfl_sync(0xffffffff, base, 0);
  if (threadIdx.x % 32 == 1)
    out[base] = v;
}
