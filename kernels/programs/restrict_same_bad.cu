// expect: race
// One buffer is passed twice, although the kernel says __restrict__.
__global__ void k(int *__restrict__ a, const int *__restrict__ b) {
  int i = threadIdx.x;
  a[i] = b[i + 1]; /*@race*/
}
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  k<<<1, 64>>>(d, d);
}
