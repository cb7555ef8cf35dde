// expect: divergence
//--block-dim=4 --grid-dim=1
// Each thread of the block finds another number under the lock: no load there is the same for all.
__global__ void lock_turns_bad(int *out) {
  __shared__ int lock, x;
  if (threadIdx.x == 0)
    lock = x = 0;
  __syncthreads();
  while (atomicCAS(&lock, 0, 1) != 0)
    ;
  __threadfence_block();
  int v = x;
  x = v + 1;
  __threadfence_block();
  atomicExch(&lock, 0);
  if (v == 0)
    __syncthreads(); /*@divergence*/
}
