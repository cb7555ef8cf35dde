// expect: race
// One of the instances has too large a block.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
template <int BLOCK> static void run(float *d) { up<<<2, BLOCK>>>(d, 512); }
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  run<512>(d);
  cudaDeviceSynchronize();
}
