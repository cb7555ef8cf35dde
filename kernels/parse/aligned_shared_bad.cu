// expect: race
//--local_size=64 --num_groups=4
// The twin without a barrier.
__global__ void aligned_shared_bad(int *a) {
  __shared__ alignas(16) int s[64];
  s[threadIdx.x] = a[threadIdx.x + blockIdx.x * blockDim.x]; /*@race*/
  a[threadIdx.x + blockIdx.x * blockDim.x] = s[63 - threadIdx.x]; /*@race*/
}
