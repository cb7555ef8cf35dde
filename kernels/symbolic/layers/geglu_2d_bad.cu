// expect: race
//--local_size=[128,1] --num_groups=[*,*]
// The pitch of the output is compared with nothing.
template <typename scalar_t>
__device__ inline scalar_t gelu(scalar_t x) {
  return x * 0.5f * (1.0f + erff(x * 0.70710678f));
}
template <typename scalar_t>
__global__ void geglu(scalar_t *out, long long out_stride, const scalar_t *in, long long in_stride, int d) {
  const long long token = blockIdx.y;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < d)
    out[token * out_stride + i] = gelu(in[token * in_stride + i]) * in[token * in_stride + d + i]; /*@race*/
}
template __global__ void geglu<float>(float *, long long, const float *, long long, int);
