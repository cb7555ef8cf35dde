// expect: verified
//--local_size=* --num_groups=*
// RMS norm with a block of any size; a helper sums up, the scale is a shared number.
__device__ __forceinline__ float block_sum(float v, float *shared) {
  const unsigned t = threadIdx.x;
  shared[t] = v;
  __syncthreads();
  for (unsigned offset = blockDim.x / 2; offset > 0; offset /= 2) {
    if (t < offset)
      shared[t] += shared[t + offset];
    __syncthreads();
  }
  return shared[0];
}
template <typename T>
__global__ void rms_norm(T *__restrict__ out, const T *__restrict__ in, const T *__restrict__ weight, float eps,
                         int hidden) {
  extern __shared__ float shared[];
  __shared__ float scale;
  float ss = 0;
  for (int i = threadIdx.x; i < hidden; i += blockDim.x) {
    const float x = in[(long long)blockIdx.x * hidden + i];
    ss += x * x;
  }
  ss = block_sum(ss, shared);
  if (threadIdx.x == 0)
    scale = rsqrtf(ss / hidden + eps);
  __syncthreads();
  for (int i = threadIdx.x; i < hidden; i += blockDim.x) {
    const float x = in[(long long)blockIdx.x * hidden + i];
    out[(long long)blockIdx.x * hidden + i] = (T)(x * scale) * weight[i];
  }
}
template __global__ void rms_norm<float>(float *, const float *, const float *, float, int);
