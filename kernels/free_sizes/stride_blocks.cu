// expect: verified
//--block-dim=* --grid-dim=*
// Blocks stride over the rows, threads over the columns.
__global__ void scale(float *d, float s, int rows, int columns) {
  for (int y = blockIdx.x; y < rows; y += gridDim.x)
    for (int x = threadIdx.x; x < columns; x += blockDim.x)
      d[y * columns + x] *= s;
}
