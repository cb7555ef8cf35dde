// expect: divergence
//--local_size=8 --num_groups=1
// A compare-and-swap writes nothing where it does not find what it looks for.
__global__ void k(const int *p, int *o) {
  __shared__ int n;
  atomicCAS(&n, 0, 1);
  __syncthreads();
  for (int i = 0; i < n; i++) {
    __syncthreads(); /*@divergence*/
  }
}
