// expect: race
//--block-dim=64 --grid-dim=1
// Every other number of type unsigned: none that is near the limit.
__global__ void top(float *d, unsigned n) {
  if (n & 0x80)
    d[0] = threadIdx.x; /*@race*/
}
