// expect: verified
// A 2-D kernel with a 2-D grid, a 1-D one with a 1-D grid.
__global__ void fill(int *d, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w)
    d[y * w + x] = x - y;
}
__global__ void row(int *d, int w) { // for a 1-D launch
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < w)
    d[x] = d[x] * 2 + 1;
}
int main() {
  const int w = 100, h = 60;
  int *d;
  cudaMalloc(&d, w * h * sizeof(int));
  dim3 block(16, 16), grid((w + block.x - 1) / block.x, (h + block.y - 1) / block.y);
  fill<<<grid, block>>>(d, w, h);
  row<<<(w + 63) / 64, 64>>>(d, w);
}
