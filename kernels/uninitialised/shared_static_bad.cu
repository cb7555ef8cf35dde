// expect: divergence
//--local_size=8 --num_groups=1
// Shared memory without an initialiser.
__global__ void k(int *a) {
  __shared__ int n;
  for (int i = 0; i < n; i++)
    __syncthreads(); /*@divergence*/
}
