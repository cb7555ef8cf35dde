// expect: verified
// A dim3 that is set member by member in front of the launch, and one that is assigned.
__global__ void cells(int *d, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width)
    d[y * width + x] = 1;
  if (gridDim.y != blockDim.y / 2)
    d[0] = x; // never
}
void run(int *d, int width) {
  dim3 grid, block(8);
  block = dim3(16, 8);
  grid.x = (width + block.x - 1) / block.x;
  grid.y = 4;
  cells<<<grid, block>>>(d, width);
}
