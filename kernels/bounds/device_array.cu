// expect: verified
//--local_size=64 --num_groups=2 --check-bounds
// An element of a variable of the device for each thread.

__device__ int counts[128];

__global__ void device_array() { counts[blockIdx.x * 64 + threadIdx.x] = 1; }
