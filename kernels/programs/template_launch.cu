// expect: verified
// The block is a constant of the function template.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i];
}
template <int BLOCK> static void run(float *d) { up<<<2, BLOCK>>>(d, 512); }
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  run<128>(d);
  run<256>(d);
  cudaDeviceSynchronize();
}
