// expect: divergence
//--block-dim=32 --grid-dim=1
// One arm has a barrier more.
__global__ void two_arms(int *o) {
  __shared__ int x;
  if (threadIdx.x == 0) {
    x = 5;
    __syncwarp();
    __syncwarp(); /*@divergence*/
    x = 6;
  } else {
    __syncwarp();
    o[threadIdx.x] = 1;
  }
  __syncthreads();
  o[threadIdx.x] = x;
}
