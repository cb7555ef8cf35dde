// expect: race
//--local_size=256 --num_groups=*
// The second part begins where the first one has its last channel.
__global__ void concat(float *out, const float *a, const float *b, int n, int ca, int cb, int area) {
  if (ca < 1 || cb < 1 || area < 1)
    return;
  const int channels = ca + cb;
  const int total = n * channels * area;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += blockDim.x * gridDim.x) {
    int image = i / (channels * area);
    int rest = i % (channels * area);
    int of_a = ca * area;
    if (rest < of_a)
      out[image * channels * area + rest] = a[image * of_a + rest]; /*@race*/
    else
      out[image * channels * area + rest - area] = b[image * cb * area + rest - of_a]; /*@race*/
  }
}
