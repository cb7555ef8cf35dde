// expect: race
__global__ void k(int *a, const int *b) {
  int i = threadIdx.x;
  a[i] = b[i + 1]; /*@race*/
}
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  int *buf[2] = {d, d};
  k<<<1, 64>>>(buf[0], buf[0]);
}
