// expect: divergence
//--local_size=64 --num_groups=4
// The second barrier depends on the thread's own value instead of the combined one.

__global__ void syncthreads_count(const int *in, int *out) {
  __shared__ int a[64];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[threadIdx.x] = in[i];
  __syncthreads_or(in[i] > 100);
  int v = a[63 - threadIdx.x];
  if (in[i] > 100) {
    __syncthreads(); /*@divergence*/
    v += 1;
  }
  out[i] = v;
}
