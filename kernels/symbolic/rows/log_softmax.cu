// expect: verified
//--local_size=* --num_groups=*
// Log-softmax of any block size; the sum is kept in one shared number.
__global__ void log_softmax(float *out, const float *in, int classes) {
  __shared__ float total;
  const float *x = in + (long long)blockIdx.x * classes;
  float *y = out + (long long)blockIdx.x * classes;
  if (threadIdx.x == 0)
    total = 0;
  __syncthreads();
  float own = 0;
  for (int c = threadIdx.x; c < classes; c += blockDim.x)
    own += expf(x[c]);
  atomicAdd(&total, own);
  __syncthreads();
  float norm = logf(total);
  for (int c = threadIdx.x; c < classes; c += blockDim.x)
    y[c] = x[c] - norm;
}
