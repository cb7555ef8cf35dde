// expect: assertion
//--blockDim=64 --gridDim=4
// Twin: one of the block does not, for threads of two blocks.
__global__ void k(int *a) {
  a[threadIdx.x + 64 * blockIdx.x] = 1;
  __syncthreads();
  __assert(__no_write(a)); /*@assert*/
}
