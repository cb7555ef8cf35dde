// expect: race
//--block-dim=8 --grid-dim=1
// Plain stores free the locks while threads hold them.
__global__ void shared_lock_reset_bad(int *out) {
  __shared__ int locks[8], data[8];
  int t = threadIdx.x, u = (t + 3) & 7;
  locks[t] = 0;
  data[t] = 0;
  __syncthreads();
  while (atomicCAS(&locks[t], 0, 1) != 0)
    ;
  __syncthreads();
  locks[(t + 1) & 7] = 0;
  __syncthreads();
  while (atomicCAS(&locks[u], 0, 1) != 0)
    ;
  __threadfence_block();
  data[t] += 1; /*@race*/
  data[u] += 1; /*@race*/
  __threadfence_block();
  atomicExch(&locks[u], 0);
  atomicExch(&locks[t], 0);
}
