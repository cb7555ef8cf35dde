// expect: race
//--blockDim=64 --gridDim=4 --ignore-annotations
// Likewise.
__global__ void k(int *a, int n) {
  __requires(n == 1);
  a[n * (blockIdx.x * blockDim.x + threadIdx.x)] = threadIdx.x; /*@race*/
}
