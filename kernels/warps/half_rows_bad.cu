// expect: divergence
//--local_size=[16,4] --num_groups=1
// Rows of half a warp.
__global__ void half_rows(int *p) {
  if (threadIdx.y == 1)
    __syncwarp(); /*@divergence*/
  p[threadIdx.y * 16 + threadIdx.x] = 1;
}
