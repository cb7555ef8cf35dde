// expect: verified
//--local_size=64 --num_groups=1 --check-bounds
// A table of zeros.

__device__ const int zeros[4] = {0, 0, 0, 0};

__global__ void constant_zeros(int *out) { out[threadIdx.x] = zeros[threadIdx.x % 4]; }
