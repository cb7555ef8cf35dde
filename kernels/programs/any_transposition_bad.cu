// expect: race
// The pitch of the input is used for the output, too: columns of a wide matrix share elements.
__global__ void transpose(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    out[x * width + y] = in[y * width + x]; /*@race*/
}
