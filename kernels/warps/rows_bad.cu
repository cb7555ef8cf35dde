// expect: race
//--local_size=128 --num_groups=16
// Two threads of the warp write its sum.
__global__ void rows(const float *a, float *out, int n, int m) {
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  for (int r = blockIdx.x * 4 + warp; r < n; r += gridDim.x * 4) {
    float sum = 0;
    for (int c = lane; c < m; c += 32)
      sum += a[r * m + c];
    for (int d = 16; d > 0; d >>= 1)
      sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (lane < 2)
      out[r] = sum + lane; /*@race*/
  }
}
