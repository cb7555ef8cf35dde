// expect: assertion
//--local_size=8 --num_groups=1
// A wrong invariant in front of a vote of all threads in the loop's head.
__global__ void k(int *p) {
  int go = 1;
  while (__invariant(go > 0), go = __syncthreads_or(go), go) {
    go = p[threadIdx.x] > 0;
    p[threadIdx.x]--;
  }
}
