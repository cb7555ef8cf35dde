// expect: bounds
//--local_size=64 --num_groups=2 --check-bounds
// The last thread has no element.

__device__ int counts[127];

__global__ void device_array() { counts[blockIdx.x * 64 + threadIdx.x] = 1; }
