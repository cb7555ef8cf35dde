// expect: race
//--local_size=* --num_groups=*
// The rows of the result are one short.
__global__ void glu(float *out, const float *in, int rows, int half) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (half <= 0 || i >= rows * half)
    return;
  int r = i / half;
  int c = i % half;
  const float *row = in + r * 2 * half;
  float gate = 1.0f / (1.0f + expf(-row[half + c]));
  out[r * (half - 1) + c] = row[c] * gate; /*@race*/
}
