// expect: verified
//--block-dim=64 --grid-dim=1
// One thread writes, whatever n is.
__global__ void top(float *d, unsigned n) {
  if ((n & 0x80) && threadIdx.x == 0)
    d[0] = threadIdx.x;
}
