// expect: race
//--block-dim=1 --grid-dim=4
// A look from before the release says nothing behind it.
__device__ int next_ticket, serving;
__global__ void turns_looked_before_bad(int *sum) {
  int mine = atomicAdd(&next_ticket, 1), first = atomicAdd(&serving, 0);
  int second = atomicAdd(&serving, 0);
  if (first != mine)
    return;
  __threadfence();
  atomicAdd(&serving, 1);
  if (second == mine)
    *sum += blockIdx.x;
}
