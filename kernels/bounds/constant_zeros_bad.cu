// expect: bounds
//--local_size=64 --num_groups=1 --check-bounds
// A table of zeros is read behind its end, where no other value would matter.

__device__ const int zeros[4] = {0, 0, 0, 0};

__global__ void constant_zeros(int *out) {
  const int unused = zeros[4];
  out[threadIdx.x] = zeros[threadIdx.x % 5];
}
