// expect: verified
//--blockDim=2 --gridDim=1 --strict-overflow
__global__ void k(int *a) {
  int x = (int)(threadIdx.x << 20);
  *(int *)((char *)a + x * 12) = threadIdx.x;
}
