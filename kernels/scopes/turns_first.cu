// expect: verified
//--block-dim=8 --grid-dim=4
// In turn, and once by whom has found zero when it handed the turn on: nobody else has.
__device__ int serving;
__global__ void turns_first(int *data, int *first) {
  if (threadIdx.x == 0) {
    while (atomicAdd(&serving, 0) != blockIdx.x)
      ;
    __threadfence();
    *data += 1;
    __threadfence();
    if (atomicAdd(&serving, 1) == 0)
      *first = blockIdx.x + 5;
  }
}
