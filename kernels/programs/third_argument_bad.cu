// expect: race
// The first and the third argument are one buffer.
__global__ void k(int *a, const int *b, const int *c) {
  int i = threadIdx.x;
  a[i] = b[i] + c[i + 1]; /*@race*/
}
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  int *e;
  cudaMalloc(&e, 4096);
  k<<<1, 64>>>(d, e, d);
}
