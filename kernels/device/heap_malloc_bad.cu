// expect: divergence
//--local_size=64 --num_groups=2
// Some threads may get memory and others none: a barrier must not depend on it.

__global__ void scratch(int *p) {
  int *q = (int *)malloc(sizeof(int));
  if (q != nullptr) {
    *q = threadIdx.x;
    __syncthreads(); /*@divergence*/
    p[blockIdx.x * blockDim.x + *q] = 1;
  }
}
