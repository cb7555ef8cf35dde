// expect: verified
//--local_size=2 --num_groups=1
// All threads go round until the vote of all says no.
__global__ void k(int *p) {
  int go = 1;
  for (int i = 0; i < 3; i++)
    while ((go = __syncthreads_or(go)))
      go = p[threadIdx.x]-- > i;
}
