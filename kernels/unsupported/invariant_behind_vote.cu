// expect: unsupported
//--local_size=8 --num_groups=1
// An invariant that speaks of what the loop's head does before it: a vote of all threads.
__global__ void invariant_behind_vote(int *p) {
  int go = 1;
  while (go = __syncthreads_or(go), __invariant(go >= 0), go) {
    go = p[threadIdx.x] > 0;
    p[threadIdx.x]--;
  }
}
