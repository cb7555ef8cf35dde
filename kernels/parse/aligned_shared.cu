// expect: verified
//--local_size=64 --num_groups=4
// alignas behind __shared__, which nvcc takes.
__global__ void aligned_shared(int *a) {
  __shared__ alignas(16) int s[64];
  s[threadIdx.x] = a[threadIdx.x + blockIdx.x * blockDim.x];
  __syncthreads();
  a[threadIdx.x + blockIdx.x * blockDim.x] = s[63 - threadIdx.x];
}
