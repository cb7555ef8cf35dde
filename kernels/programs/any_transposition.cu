// expect: verified
// No launch in the file: any block and any grid; a 2-D transposition, one element a thread.
__global__ void transpose(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    out[x * height + y] = in[y * width + x];
}
