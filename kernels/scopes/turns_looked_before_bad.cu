// expect: race
//--block-dim=1 --grid-dim=4
// A look from before the release says nothing behind it.
__device__ int next_ticket, serving;
__global__ void turns_looked_before_bad(int *sum) {
  int mine = atomicAdd(&next_ticket, 1), first, second;
  do {
    first = atomicAdd(&serving, 0);
    second = atomicAdd(&serving, 0);
  } while (first != mine);
  __threadfence();
  atomicAdd(&serving, 1);
  if (second == mine) {
    *sum += blockIdx.x;
    __threadfence();
    atomicAdd(&serving, 1);
  }
}
