// expect: verified
//--local_size=* --num_groups=1
// A free block size is one that the kernel can be launched with.

__global__ void __launch_bounds__(64) launch_bounds_free(int *p) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  p[threadIdx.x] = s[threadIdx.x];
  p[threadIdx.x + 64] = s[threadIdx.x];
}
