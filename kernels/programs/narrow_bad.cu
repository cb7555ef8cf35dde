// expect: race
// A narrow type that does not: 300 becomes 44.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  const unsigned char n = (unsigned char)300;
  up<<<1, 128>>>(d, n);
  cudaDeviceSynchronize();
}
