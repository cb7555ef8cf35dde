// expect: divergence
//--local_size=2 --num_groups=1
// Each thread goes round as long as its own vote says.
__global__ void k(int *p) {
  int go = 1;
  for (int i = 0; i < 3; i++)
    while (go) {
      __syncthreads_or(go); /*@divergence*/
      go = p[threadIdx.x]-- > i;
    }
}
