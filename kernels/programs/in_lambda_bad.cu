// expect: race
// A lambda changes the variable before the launch.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  int n = 1024;
  auto shrink = [&n] { n = 3; };
  shrink();
  up<<<4, 256>>>(d, n);
  cudaDeviceSynchronize();
}
