// expect: verified
//--local_size=1 --num_groups=2
// The only thread of its group names itself.
__global__ void mask_of_itself(int *p) {
  __syncwarp(0x1);
  p[blockIdx.x] = 1;
}
