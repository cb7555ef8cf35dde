// expect: verified
//--block-dim=128 --grid-dim=*
// The same with any number of blocks.
__global__ void aggregated_free(const int *in, int *out, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned lane = threadIdx.x % 32;
  int v = in[i];
  unsigned mask = __ballot_sync(0xffffffff, v > 0);
  int base = 0;
  if (lane == 0)
    base = atomicAdd(count, __popc(mask));
  base = __shfl_sync(0xffffffff, base, 0);
  if (v > 0)
    out[base + __popc(mask & ((1u << lane) - 1))] = v;
}
