// expect: race
//--local_size=[*,*] --num_groups=[*,*]
// The length of the rows before is one too small for each.
__device__ inline int pair(int n, int i, int j) {
  return i * (2 * n - i - 3) / 2 + (j - i - 1);
}
__global__ void distances(float *d, const float2 *p, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= n || i >= j)
    return;
  float dx = p[i].x - p[j].x, dy = p[i].y - p[j].y;
  d[pair(n, i, j)] = sqrtf(dx * dx + dy * dy); /*@race*/
}
