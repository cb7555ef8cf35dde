// expect: divergence
//--local_size=32 --num_groups=1
// Each thread comes as often as its number says.
__global__ void iterations(int *p) {
  for (int i = 0; i < threadIdx.x; ++i)
    __syncwarp(); /*@divergence*/
  __syncthreads();
  p[threadIdx.x] = 1;
}
