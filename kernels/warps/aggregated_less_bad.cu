// expect: race
//--block-dim=64 --grid-dim=4
// One place too few is taken.
__global__ void aggregated_less_bad(const int *in, int *out, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned lane = threadIdx.x % 32;
  int v = in[i];
  unsigned mask = __ballot_sync(0xffffffff, v > 0);
  int base = 0;
  if (lane == 0)
    base = atomicAdd(count, __popc(mask) - 1);
  base = __shfl_sync(0xffffffff, base, 0);
  if (v > 0)
    out[base + __popc(mask & ((1u << lane) - 1))] = v;
}
