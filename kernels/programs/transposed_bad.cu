// expect: race
// Into itself: other blocks read what this one writes.
__global__ void transpose(float *out, const float *in, int n) {
  __shared__ float tile[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  int u = blockIdx.y * 16 + threadIdx.x, v = blockIdx.x * 16 + threadIdx.y;
  out[v * n + u] = tile[threadIdx.x][threadIdx.y]; /*@race*/
}
int main() {
  const int n = 128;
  float *a, *b;
  cudaMalloc(&a, n * n * 4);
  cudaMalloc(&b, n * n * 4);
  transpose<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(b, b, n);
}
