// expect: race
// The row is reached from the address of a neighbour, and only printed.

__global__ void whole(float *d, int n) {
  dim3 block = blockIdx;
  const unsigned *part = &block.x;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0)
    printf("row %u\n", part[1]);
  if (i < n)
    d[i] *= 2.f; /*@race*/
}
