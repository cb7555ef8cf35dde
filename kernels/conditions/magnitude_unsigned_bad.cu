// expect: race
//--block-dim=64 --grid-dim=1
// Half of all numbers have this bit, small ones, too: no bound near the limit helps.
__global__ void top(float *d, unsigned n) {
  if (n & 0x80)
    d[0] = threadIdx.x; /*@race*/
}
