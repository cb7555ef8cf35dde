// expect: race
//--local_size=128 --num_groups=*
// The diagonal itself is not counted in the row's length.
__global__ void to_band(double *band, const double *a, int n, int kl, int ku) {
  if (kl < 0 || ku < 0)
    return;
  const int width = kl + ku;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    const int from = max(0, i - kl), to = min(n - 1, i + ku);
    for (int j = from; j <= to; ++j)
      band[i * width + (j - i + kl)] = a[i * n + j]; /*@race*/
  }
}
