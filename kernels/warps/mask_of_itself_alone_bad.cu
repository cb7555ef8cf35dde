// expect: divergence
//--local_size=1 --num_groups=2
// The only thread of its group names another, and waits for ever.
__global__ void mask_of_itself(int *p) {
  __syncwarp(0x2);
  p[blockIdx.x] = 1;
}
