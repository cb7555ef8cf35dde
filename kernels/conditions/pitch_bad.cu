// expect: race
//--block-dim=[*,*,1] --grid-dim=[*,*,1]
// Rows overlap if pitch < width, which programs can pass.
__global__ void fill(float *d, int pitch, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    d[y * pitch + x] = x + y; /*@race*/
}
