// expect: race
//--local_size=32 --num_groups=1
// Whom the mask names is not known.
__global__ void unknown_mask(int *p, unsigned mask) {
  __shared__ int s[32];
  s[threadIdx.x] = p[threadIdx.x];
  __syncwarp(mask);
  p[threadIdx.x] = s[threadIdx.x ^ 1]; /*@race*/
}
