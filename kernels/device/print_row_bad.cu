// expect: race
// The kernel speaks of its groups' rows, though only to print them, in a function that it calls.

__device__ void say() { printf("row %u\n", blockIdx.y); }
__global__ void row(int *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0)
    say();
  if (i < n)
    d[i] += 1; /*@race*/
}
