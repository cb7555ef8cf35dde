// expect: race
//--block-dim=[*,*] --grid-dim=[*,*]
// Nothing waits for the tile.
extern __shared__ float tile[];
__global__ void transpose(float *out, const float *in, int width, int height) {
  if (blockDim.x != blockDim.y)
    return;
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.x + threadIdx.y;
  if (x < width && y < height)
    tile[threadIdx.y * blockDim.x + threadIdx.x] = in[y * width + x]; /*@race*/
  x = blockIdx.y * blockDim.x + threadIdx.x;
  y = blockIdx.x * blockDim.x + threadIdx.y;
  if (x < height && y < width)
    out[y * height + x] = tile[threadIdx.x * blockDim.x + threadIdx.y]; /*@race*/
}
