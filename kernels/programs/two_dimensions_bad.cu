// expect row: race
// expect fill: verified
// The 1-D kernel gets the grid of the 2-D one.
__global__ void fill(int *d, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w)
    d[y * w + x] = x - y;
}
__global__ void row(int *d, int w) { // for a 1-D launch
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < w)
    d[x] = d[x] * 2 + 1; /*@race*/
}
int main() {
  const int w = 100, h = 60;
  int *d;
  cudaMalloc(&d, w * h * sizeof(int));
  dim3 block(16, 16), grid((w + block.x - 1) / block.x, (h + block.y - 1) / block.y);
  fill<<<grid, block>>>(d, w, h);
  row<<<grid, block>>>(d, w);
}
