// expect: verified
//--local_size=128 --num_groups=1
// Two warps further on.
__global__ void shifted(int *p) {
  if ((threadIdx.x + 64) / 32 == 3)
    __syncwarp();
  p[threadIdx.x] = 1;
}
