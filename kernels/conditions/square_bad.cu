// expect: race
//--block-dim=* --grid-dim=*
// Beyond 46340 rows the square is beyond its type: a number of rows that programs have.
__global__ void rows(float *d, int n) {
  if (n > 46340 && threadIdx.x < 2)
    d[blockIdx.x] = threadIdx.x; /*@race*/
}
