// expect: race
// The argument shrinks with the loop, the block does not.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i]; /*@race*/
}
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  for (int n = 1024; n; n /= 2)
    up<<<1, 256>>>(d, n);
  cudaDeviceSynchronize();
}
