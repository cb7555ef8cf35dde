// expect: verified
//--block-dim=* --grid-dim=*
// However many rows there are, one thread of a block writes.
__global__ void rows(float *d, int n) {
  if (n > 46340 && threadIdx.x < 1)
    d[blockIdx.x] = threadIdx.x;
}
