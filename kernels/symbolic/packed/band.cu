// expect: verified
//--local_size=128 --num_groups=*
// A banded matrix by diagonals: lower bandwidth kl, upper ku, a row of kl + ku + 1 places.
__global__ void to_band(double *band, const double *a, int n, int kl, int ku) {
  if (kl < 0 || ku < 0)
    return;
  const int width = kl + ku + 1;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    const int from = max(0, i - kl), to = min(n - 1, i + ku);
    for (int j = from; j <= to; ++j)
      band[i * width + (j - i + kl)] = a[i * n + j];
  }
}
