// expect: race
// Without the barrier the next half reads sums that are still being written.
extern __shared__ float part[];
__global__ void sum(const float *in, float *out, int n) {
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  part[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s)
      part[t] += part[t + s]; /*@race*/
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}
