// expect: race
//--block-dim=8 --grid-dim=1
// The twin of ldg_elsewhere.cu: the cache is kept up to date by no barrier and no fence.
__global__ void ldg_written_bad(int *d, int *o) {
  d[threadIdx.x] = 5 + threadIdx.x; /*@race*/
  __threadfence();
  __syncthreads();
  o[threadIdx.x] = __ldg(&d[7 - threadIdx.x]); /*@race*/
}
