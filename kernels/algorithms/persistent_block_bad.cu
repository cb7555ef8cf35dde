// expect: race
//--local_size=64 --num_groups=1
// The number of the item is read once more after the last barrier, while the first thread draws the next one.

__global__ void persistent_block(int *next, const float *in, float *out, int n) {
  __shared__ int drawn;
  __shared__ float row[64];
  const int t = threadIdx.x;
  for (;;) {
    if (t == 0)
      drawn = atomicAdd(next, 1); /*@race*/
    __syncthreads();
    const int item = drawn;
    if (item >= n)
      break;
    row[t] = in[item * 64 + t];
    __syncthreads();
    out[drawn * 64 + t] = row[63 - t]; /*@race*/
  }
}
