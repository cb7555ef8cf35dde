// expect: race
//--block-dim=32 --grid-dim=1
// The value is written after the barrier.
__global__ void two_arms(int *o) {
  __shared__ int x;
  if (threadIdx.x == 0) {
    __syncwarp();
    x = 5; /*@race*/
  } else {
    __syncwarp();
    o[threadIdx.x] = x; /*@race*/
  }
}
