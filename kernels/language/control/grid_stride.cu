// expect: verified
//--local_size=64 --num_groups=4
// The grid-stride loop in unsigned arithmetic.

__global__ void grid_stride(float *a, unsigned n) {
  __requires(n <= 0x7fffffffu);
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    a[i] = a[i] * 2.0f;
}
