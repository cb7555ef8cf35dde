// expect: race
//--block-dim=32 --grid-dim=1
// They meet, and yet order nothing.
__global__ void two_arms(int *o) {
  __shared__ int x;
  int v = threadIdx.x;
  if (v < 16) {
    if (v == 0)
      x = 1; /*@race*/
    v = __shfl_xor_sync(0xffffffffu, v, 16);
  } else {
    v = __shfl_xor_sync(0xffffffffu, v, 16);
    v += x; /*@race*/
  }
  o[threadIdx.x] = v;
}
