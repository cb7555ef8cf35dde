// expect: race
//--block-dim=8 --grid-dim=1
// The twin of ldg_elsewhere.cu: each thread reads what it has written itself.
__global__ void ldg_own_bad(int *d, int *o) {
  d[threadIdx.x] = 5 + threadIdx.x; /*@race*/
  o[threadIdx.x] = __ldg(&d[threadIdx.x]); /*@race*/
}
