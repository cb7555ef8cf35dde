// expect: race
//--block-dim=[*,*] --grid-dim=[*,*]
// The pitch of the tile is one short.
extern __shared__ float tile[];
__global__ void transpose(float *out, const float *in, int width, int height) {
  if (blockDim.x != blockDim.y)
    return;
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.x + threadIdx.y;
  if (x < width && y < height)
    tile[threadIdx.y * (blockDim.x - 1) + threadIdx.x] = in[y * width + x]; /*@race*/
  __syncthreads();
  x = blockIdx.y * blockDim.x + threadIdx.x;
  y = blockIdx.x * blockDim.x + threadIdx.y;
  if (x < height && y < width)
    out[y * height + x] = tile[threadIdx.x * (blockDim.x + 1) + threadIdx.y];
}
