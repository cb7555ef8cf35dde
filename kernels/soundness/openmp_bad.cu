// expect: race
// Threads of the host share the variable.
__global__ void k(int *d, int n) {
  if (n != 0)
    d[0] = threadIdx.x; /*@race*/
}
void f(int *d) {
  int n = 0;
#pragma omp parallel
#pragma omp critical
  {
    k<<<1, 64>>>(d, n);
    n = n + 1;
  }
}
