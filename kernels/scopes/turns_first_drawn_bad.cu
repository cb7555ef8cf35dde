// expect: race
//--block-dim=8 --grid-dim=4
// Likewise where the turns are drawn numbers.
__device__ int next_ticket, serving;
__global__ void turns_first(int *data) {
  if (threadIdx.x == 0) {
    int mine = atomicAdd(&next_ticket, 1);
    while (atomicAdd(&serving, 0) != mine)
      ;
    __threadfence();
    *data += 1; /*@race*/
    __threadfence();
    if (atomicAdd(&serving, 1) == 0)
      *data = 5; /*@race*/
  }
}
