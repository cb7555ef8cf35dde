// expect: verified
// Each launch of the loop has what it needs.
__global__ void up(float *d, int n) { // the lower half goes up
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[n + i] = d[i];
}
int main(int argc, char **argv) {
  float *d;
  cudaMalloc(&d, 1 << 20);
  for (int n = 1024; n >= 256; n /= 2)
    up<<<1, 256>>>(d, 1024);
  cudaDeviceSynchronize();
}
