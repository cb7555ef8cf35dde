// expect: verified
//--local_size=64 --num_groups=4
// Constant and device variables at namespace scope.
__constant__ float weights[3];
__device__ float results[256];

__global__ void constant_memory(const float *in) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  results[i] = weights[0] * in[i] + weights[1] * in[i + 1] + weights[2] * in[i + 2];
}
