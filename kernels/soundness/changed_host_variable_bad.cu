// expect: race
// The number of threads is 32 only if nothing else is asked for.
void ask(int *threads);
__global__ void k(int *a) { a[threadIdx.x % 32] = threadIdx.x; /*@race*/ }
int main() {
  int threads = 32;
  ask(&threads);
  int *a;
  cudaMalloc(&a, 32 * sizeof(int));
  k<<<1, threads>>>(a);
}
