// expect: verified
//--local_size=256 --num_groups=*
// A filter along a line; a block loads its part and a halo on both sides.
#define RADIUS 4
__global__ void blur(float *out, const float *in, const float *weights, int n) {
  __shared__ float line[256 + 2 * RADIUS];
  int g = blockIdx.x * blockDim.x + threadIdx.x;
  int l = threadIdx.x + RADIUS;
  line[l] = g < n ? in[g] : 0;
  if (threadIdx.x < RADIUS) {
    line[l - RADIUS] = g >= RADIUS && g - RADIUS < n ? in[g - RADIUS] : 0;
    line[l + blockDim.x] = g + blockDim.x < n ? in[g + blockDim.x] : 0;
  }
  __syncthreads();
  if (g >= n)
    return;
  float sum = 0;
  for (int k = -RADIUS; k <= RADIUS; ++k)
    sum += line[l + k] * weights[k + RADIUS];
  out[g] = sum;
}
