// expect: race
//--blockDim=256 --gridDim=*
// Rows may be longer than the pitch.
__global__ void k(float *out, const float *in, int width, int pitch, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && width >= 0 && pitch >= 0)
    out[i / width * pitch + i % width] = in[i]; /*@race*/
}
