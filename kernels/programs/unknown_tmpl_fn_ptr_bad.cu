// expect k@11: verified
// expect: race
__global__ void k(int *d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (n != 1000) d[0] = i; /*@race*/
}
template <typename F, typename... A> void launch(F f, int g, int b, A... a) { f<<<g, b>>>(a...); }
int main(int argc, char **argv) {
  int *d;
  cudaMalloc(&d, 4096);
  k<<<4, 64>>>(d, 1000);
  launch(k, 4, 64, d, 7);
}
