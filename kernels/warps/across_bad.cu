// expect: race
//--local_size=64 --num_groups=1
// A barrier of a warp orders nothing between two of them.
__global__ void across(int *p) {
  __shared__ int s[64];
  s[threadIdx.x] = p[threadIdx.x];
  __syncwarp();
  p[threadIdx.x] = s[threadIdx.x ^ 32]; /*@race*/
}
