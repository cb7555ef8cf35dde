// expect: race
//--local_size=32 --num_groups=1
// The barrier of half of the warp orders nothing between the halves.
__global__ void partial_mask(int *p) {
  __shared__ int s[32];
  s[threadIdx.x] = p[threadIdx.x];
  if (threadIdx.x < 16)
    __syncwarp(0x0000ffff);
  p[threadIdx.x] = s[threadIdx.x ^ 16]; /*@race*/
}
