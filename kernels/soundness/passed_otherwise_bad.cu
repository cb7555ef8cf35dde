// expect: race
// What is passed is not the number of blocks: the two agree for 64 blocks only.
__global__ void k(int *a, int m) {
  if (m != gridDim.x)
    a[0] = threadIdx.x; /*@race*/
}
int main(int argc, char **argv) {
  int n = atoi(argv[1]);
  int *a;
  cudaMalloc(&a, sizeof(int));
  k<<<n, 64>>>(a, 2 * n - 64);
}
