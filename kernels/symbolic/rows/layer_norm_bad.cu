// expect: race
//--local_size=256 --num_groups=*
// The second array is read one step before it is added up.
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
    if (k > 1)
      __syncthreads();
  }
  float mean = s1[0] / hidden, var = s2[0] / hidden - mean * mean; /*@race*/
  float scale = rsqrtf(var + eps);
  for (int i = t; i < hidden; i += 256)
    out[row * hidden + i] = (in[row * hidden + i] - mean) * scale * gamma[i] + beta[i];
}
