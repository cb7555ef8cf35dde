// expect: race
//--block-dim=12,8 --grid-dim=4
// In a block of rows of twelve a warp's first thread may be in the middle of a row.
__global__ void aggregated_rows_bad(const int *in, int *out, int *count) {
  int t = threadIdx.y * 12 + threadIdx.x, base = 0;
  if (threadIdx.x % 32 == 0)
    base = atomicAdd(count, 32);
  base = __shfl_sync(0xffffffff, base, 0);
  if (t % 32 == 5)
    out[base] = in[blockIdx.x * 96 + t];
}
