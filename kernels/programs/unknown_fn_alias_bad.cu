// expect: race
__global__ void k(int *a, const int *b) {
  int i = threadIdx.x;
  a[i] = b[i + 1]; /*@race*/
}
static void run(int *a, const int *b) { k<<<1, 64>>>(a, b); }
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  run(d, d);
}
