// expect: race
//--block-dim=* --grid-dim=*
// Every thread starts at the first column.
__global__ void scale(float *d, float s, int rows, int columns) {
  for (int y = blockIdx.x; y < rows; y += gridDim.x)
    for (int x = 0; x < columns; x += blockDim.x)
      d[y * columns + x] *= s; /*@race*/
}
