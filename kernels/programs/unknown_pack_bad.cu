// expect: race
template <typename... A> __global__ void k(int *d, A... a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = (a + ...);
  if (s != 12) d[0] = i; /*@race*/
}
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  k<<<4, 64>>>(d, 5, 6);
}
