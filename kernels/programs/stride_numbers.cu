// expect: verified
// A grid-stride loop with numbers.
__global__ void scale(float *d, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    d[i] *= 2;
}
int main() {
  const int n = 100000;
  float *d;
  cudaMalloc(&d, n * sizeof(float));
  scale<<<32, 256>>>(d, n);
}
