// expect: race
struct Rev : dim3 { Rev(unsigned a, unsigned b, unsigned c) : dim3(c, b, a) {} };
__global__ void k(int *d) {
  int i = threadIdx.x;
  d[i] = 1 + threadIdx.z; /*@race*/
}
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  Rev b(64, 1, 1);
  k<<<1, b>>>(d);
}
