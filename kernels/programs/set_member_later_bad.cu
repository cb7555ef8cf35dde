// expect: race
// A loop sets the member again.
__global__ void cells(int *d) {
  if (gridDim.y != 4)
    d[0] = threadIdx.x; /*@race*/
}
void run(int *d) {
  dim3 grid;
  grid.y = 4;
  for (int i = 0; i < 3; ++i) {
    cells<<<grid, 64>>>(d);
    grid.y = grid.y / 2;
  }
}
