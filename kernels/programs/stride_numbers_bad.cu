// expect: race
// The stride is that of one block.
__global__ void scale(float *d, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x)
    d[i] *= 2; /*@race*/
}
int main() {
  const int n = 100000;
  float *d;
  cudaMalloc(&d, n * sizeof(float));
  scale<<<32, 256>>>(d, n);
}
