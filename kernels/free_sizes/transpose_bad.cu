// expect: race
//--block-dim=[*,*] --grid-dim=[*,*]
// Nothing waits for the tile.
#define TILE 16
__global__ void transpose(float *out, const float *in, int width, int height) {
  __shared__ float tile[TILE][TILE + 1];
  if (blockDim.x != TILE || blockDim.y != TILE)
    return;
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  if (x < width && y < height)
    tile[threadIdx.y][threadIdx.x] = in[y * width + x]; /*@race*/
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  if (x < height && y < width)
    out[y * height + x] = tile[threadIdx.x][threadIdx.y]; /*@race*/
}
