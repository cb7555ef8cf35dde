// expect: divergence
//--local_size=8 --num_groups=1
// Dynamic shared memory has no initialiser either.
extern __shared__ int n[];
__global__ void k(int *a) {
  for (int i = 0; i < n[3]; i++)
    __syncthreads(); /*@divergence*/
}
