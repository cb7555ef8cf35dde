// expect: verified
// A tiled product with the block it is made for.
#define TILE 16
__global__ void product(float *c, const float *a, const float *b, int n) { // TILE x TILE threads
  __shared__ float s[TILE * TILE], t[TILE * TILE];
  int x = threadIdx.x, y = threadIdx.y, i = y * TILE + x;
  int col = blockIdx.x * TILE + x, row = blockIdx.y * TILE + y;
  float sum = 0;
  for (int m = 0; m < n; m += TILE) {
    s[i] = a[row * n + m + x] + 1;
    t[i] = b[(m + y) * n + col];
    __syncthreads();
    for (int k = 0; k < TILE; ++k)
      sum += s[y * TILE + k] * t[k * TILE + x];
    __syncthreads();
  }
  c[row * n + col] = sum;
}
int main() {
  const int n = 64;
  float *a, *b, *c;
  cudaMalloc(&a, n * n * 4);
  cudaMalloc(&b, n * n * 4);
  cudaMalloc(&c, n * n * 4);
  dim3 block(TILE, TILE);
  product<<<dim3(n / TILE, n / TILE), block>>>(c, a, b, n);
}
