// expect: verified
//--local_size=256 --num_groups=*
// Layer norm, a block for each row, mean and variance in one reduction over two arrays.
__global__ void layer_norm(float *out, const float *in, const float *gamma, const float *beta, int hidden, float eps) {
  __shared__ float s1[256], s2[256];
  int t = threadIdx.x;
  int row = blockIdx.x;
  float a = 0, b = 0;
  for (int i = t; i < hidden; i += 256) {
    float v = in[row * hidden + i];
    a += v;
    b += v * v;
  }
  s1[t] = a;
  s2[t] = b;
  __syncthreads();
  for (int k = 128; k >= 1; k /= 2) {
    if (t < k) {
      s1[t] += s1[t + k];
      s2[t] += s2[t + k];
    }
    __syncthreads();
  }
  float mean = s1[0] / hidden, var = s2[0] / hidden - mean * mean;
  float scale = rsqrtf(var + eps);
  for (int i = t; i < hidden; i += 256)
    out[row * hidden + i] = (in[row * hidden + i] - mean) * scale * gamma[i] + beta[i];
}
