// expect: race
// The middle element is added by the thread beside it while its own thread still works on it.
extern __shared__ float part[];
__global__ void sum(const float *in, float *out, int n) {
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  part[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned left = blockDim.x; left > 1;) {
    unsigned upper = (left + 1) / 2;
    if (t < upper)
      part[t] += part[t + left / 2]; /*@race*/
    __syncthreads();
    left = upper;
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}
