// expect: verified
//--local_size=256 --num_groups=*
// Rows of floats to bytes with a scale for each row.
__global__ void quantise(signed char *q, float *scales, const float *x, int cols) {
  __shared__ float m[256];
  const int t = threadIdx.x;
  const long long row = blockIdx.x;
  const long long pitch = (cols + 3) / 4 * 4;
  float amax = 0;
  for (int c = t; c < cols; c += blockDim.x)
    amax = fmaxf(amax, fabsf(x[row * cols + c]));
  m[t] = amax;
  __syncthreads();
  for (int s = 128; s > 0; s >>= 1) {
    if (t < s)
      m[t] = fmaxf(m[t], m[t + s]);
    __syncthreads();
  }
  const float scale = m[0] / 127.f;
  if (t == 0)
    scales[row] = scale;
  for (int c = t; c < cols; c += blockDim.x)
    q[row * pitch + c] = (signed char)rintf(x[row * cols + c] / scale);
}
