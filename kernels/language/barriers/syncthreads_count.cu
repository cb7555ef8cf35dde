// expect: verified
//--local_size=64 --num_groups=4
// Barriers that also count or combine predicates; their result is the same for all threads of the block.

__global__ void syncthreads_count(const int *in, int *out) {
  __shared__ int a[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[threadIdx.x] = in[i];
  const int positive = __syncthreads_count(in[i] > 0);
  int v = a[63 - threadIdx.x];
  if (__syncthreads_or(v > 100)) {
    a[threadIdx.x] = positive;
    __syncthreads();
    v += a[(threadIdx.x + 1) % 64];
  }
  out[i] = v;
}
