// expect: race
//--blockDim=64 --gridDim=1
__global__ void k(int *a, unsigned n) {
  if (1u << n != 0)
    a[0] = threadIdx.x; /*@race*/
}
