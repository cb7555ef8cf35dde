// expect: race
//--block-dim=64 --grid-dim=4
// The first thread takes as many places as it needs, and all use as many as they need.
__global__ void aggregated_own_amount_bad(const int *in, int *out, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  int need = in[i] & 15, base = 0;
  if (lane == 0)
    base = atomicAdd(count, need);
  base = __shfl_sync(0xffffffff, base, 0);
  if (lane < need)
    out[base + lane] = i;
}
