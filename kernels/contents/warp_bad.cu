// expect: assertion
//--blockDim=32 --gridDim=1
// A barrier of the warp is enough for the next lane to write the cell.

__global__ void k(int *p) {
  int t = threadIdx.x;
  p[t] = 5;
  __syncwarp();
  p[(t + 1) % 32] = 6;
  __syncwarp();
  assert(p[t] == 5); /*@assert*/
}
