// expect: race
//--blockDim=2 --gridDim=1 --strict-overflow
// 12 * 2^30 is 0 modulo 2^32, though 3 * 2^30 is not.
__global__ void k(int *a) {
  int x = (int)(threadIdx.x << 30);
  *(int *)((char *)a + x * 12) = threadIdx.x; /*@race*/
}
