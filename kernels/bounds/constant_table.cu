// expect: verified
//--local_size=64 --num_groups=1 --check-bounds
// Constants of the program, and of the host.

__constant__ int of_host[64];
__device__ const int squares[4] = {0, 1, 4, 9};

__global__ void constant_table(int *out) { out[threadIdx.x] = of_host[threadIdx.x] + squares[threadIdx.x % 4]; }
