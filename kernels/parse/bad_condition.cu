// expect: error
//--local_size=64 --num_groups=4
// A condition that cannot be evaluated decides what the file holds.
#if SOMETHING(
__device__ int pick(int) { return 0; }
#endif

__global__ void bad_condition(int *a) {
  a[threadIdx.x + blockIdx.x * blockDim.x] = 1;
}
