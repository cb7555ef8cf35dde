// expect: race
//--block-dim=32 --grid-dim=1
// What a thread has written, a third one may have changed behind the warp's barrier.
__global__ void third_writes_bad(int *out) {
  __shared__ int x[32];
  int t = threadIdx.x;
  x[t] = 0;
  __syncwarp();
  x[(t + 1) & 31] = 1;
  __syncwarp();
  if (x[t] == 1)
    out[0] = t; /*@race*/
}
