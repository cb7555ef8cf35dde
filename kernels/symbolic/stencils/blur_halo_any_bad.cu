// expect: race
//--local_size=* --num_groups=*
// Nothing waits for what the others load.
extern __shared__ float window[];
__global__ void blur(float *out, const float *in, int n, int radius) {
  if (radius < 0)
    return;
  const int first = blockIdx.x * blockDim.x - radius;
  const int size = blockDim.x + 2 * radius;
  for (int k = threadIdx.x; k < size; k += blockDim.x) {
    int g = min(max(first + k, 0), n - 1);
    window[k] = in[g]; /*@race*/
  }
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  if (g < n) {
    float s = 0;
    for (int k = 0; k <= 2 * radius; ++k)
      s += window[threadIdx.x + k]; /*@race*/
    out[g] = s / (2 * radius + 1);
  }
}
