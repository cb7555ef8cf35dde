// expect: divergence
//--local_size=128 --num_groups=1
// Half a warp further on.
__global__ void shifted(int *p) {
  if ((threadIdx.x + 16) / 32 == 1)
    __syncwarp(); /*@divergence*/
  p[threadIdx.x] = 1;
}
