// expect: race
//--block-dim=8 --grid-dim=4
// One more is appended after the range was reserved: it lies in the range of another block.
__device__ int tail;
__global__ void append_of_block_more(int *out, const int *in) {
  __shared__ int queue[9];
  __shared__ int n, base;
  int t = threadIdx.x, v = in[blockIdx.x * 8 + t];
  if (t == 0)
    n = 0;
  __syncthreads();
  if (v > 0)
    queue[atomicAdd(&n, 1)] = v;
  __syncthreads();
  if (t == 0)
    base = atomicAdd(&tail, n);
  __syncthreads();
  if (t == 1)
    queue[atomicAdd(&n, 1)] = -1;
  __syncthreads();
  for (int i = t; i < n; i += blockDim.x)
    out[base + i] = queue[i];
}
