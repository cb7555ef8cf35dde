// expect: verified
//--blockDim=256 --gridDim=*
// Rows of a width are copied into rows of a larger pitch.
__global__ void k(float *out, const float *in, int width, int pitch, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && width >= 0 && pitch >= width)
    out[i / width * pitch + i % width] = in[i];
}
