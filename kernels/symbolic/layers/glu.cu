// expect: verified
//--local_size=* --num_groups=*
// GLU: a row has its values, then its gates.
__global__ void glu(float *out, const float *in, int rows, int half) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (half <= 0 || i >= rows * half)
    return;
  int r = i / half;
  int c = i % half;
  const float *row = in + r * 2 * half;
  float gate = 1.0f / (1.0f + expf(-row[half + c]));
  out[r * half + c] = row[c] * gate;
}
