// expect: race
// The number of threads is 32 only if nothing else is asked for.
__global__ void k(int *a) { a[threadIdx.x % 32] = threadIdx.x; /*@race*/ }
int main(int argc, char **argv) {
  int threads = 32;
  if (argc > 1)
    threads = 64;
  int *a;
  cudaMalloc(&a, 32 * sizeof(int));
  k<<<1, threads>>>(a);
}
