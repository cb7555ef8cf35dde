// expect: verified
//--local_size=[32,4] --num_groups=1
// Each warp a row.
__global__ void half_rows(int *p) {
  if (threadIdx.y == 1)
    __syncwarp();
  p[threadIdx.y * 32 + threadIdx.x] = 1;
}
