// expect: race
__global__ void k(int *a, const int *b) {
  int i = threadIdx.x;
  a[i] = b[i + 1]; /*@race*/
}
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  int *&p = d;
  k<<<1, 64>>>(p, d);
}
