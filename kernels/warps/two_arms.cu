// expect: verified
//--block-dim=32 --grid-dim=1
// Lanes meet at barriers of the warp wherever these stand.
__global__ void two_arms(int *o) {
  __shared__ int x;
  if (threadIdx.x == 0) {
    x = 5;
    __syncwarp();
  } else {
    __syncwarp();
    o[threadIdx.x] = x;
  }
}
