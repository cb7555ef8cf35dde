// expect: verified
// A lambda that launches what it captured.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i];
}
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  const int n = 1024;
  auto go = [=] { up<<<4, 256>>>(d, n); };
  go();
  cudaDeviceSynchronize();
}
