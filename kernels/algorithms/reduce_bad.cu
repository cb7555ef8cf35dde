// expect: race
//--local_size=256 --num_groups=64
// The sum over blocks is not atomic.
extern __shared__ int scratch[];

__global__ void reduce(const int *in, int *out, unsigned n) {
  const unsigned t = threadIdx.x;
  const unsigned i = blockIdx.x * (blockDim.x * 2) + t;
  int sum = i < n ? in[i] : 0;
  if (i + blockDim.x < n)
    sum += in[i + blockDim.x];
  scratch[t] = sum;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s)
      scratch[t] += scratch[t + s];
    __syncthreads();
  }
  if (t == 0)
    *out += scratch[0]; /*@race*/
}
