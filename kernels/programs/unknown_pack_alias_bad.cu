// expect: unsupported
template <typename... A> __global__ void k(int n, A... a) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int *p[] = {a...};
  p[0][i] = p[1][i + n]; /*@race*/
}
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  k<<<4, 64>>>(1, d, d);
}
