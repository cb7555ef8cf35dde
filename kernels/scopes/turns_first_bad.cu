// expect: race
//--block-dim=8 --grid-dim=4
// Who has found zero is the only one that has, but no more in turn: others are.
__device__ int serving;
__global__ void turns_first(int *data) {
  if (threadIdx.x == 0) {
    while (atomicAdd(&serving, 0) != blockIdx.x)
      ;
    __threadfence();
    *data += 1; /*@race*/
    __threadfence();
    if (atomicAdd(&serving, 1) == 0)
      *data = 5; /*@race*/
  }
}
