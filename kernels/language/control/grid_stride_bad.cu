// expect: race
//--local_size=64 --num_groups=4
// The stride lacks the number of blocks.

__global__ void grid_stride(float *a, unsigned n) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
    a[i] = a[i] * 2.0f; /*@race*/
}
