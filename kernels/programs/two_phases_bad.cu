// expect sum@23: race
// expect sum@22: verified
// The second phase reads and writes one buffer: the blocks write what others read.
__global__ void sum(const int *in, int *out) {
  __shared__ int s[256];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k; k /= 2) {
    if (t < k)
      s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0]; /*@race*/
}
int main() {
  const unsigned n = 1 << 14, block = 128;
  int *in, *out;
  cudaMalloc(&in, n * 4);
  cudaMalloc(&out, n / block * 4);
  sum<<<n / block, block>>>(in, out);
  sum<<<4, 64>>>(out, out);
}
