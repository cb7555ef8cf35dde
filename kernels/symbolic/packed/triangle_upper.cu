// expect: verified
//--local_size=[*,*] --num_groups=[*,*]
// Distances of pairs i < j in one array, the rows of the upper triangle after each other.
__device__ inline int pair(int n, int i, int j) {
  return i * (2 * n - i - 1) / 2 + (j - i - 1);
}
__global__ void distances(float *d, const float2 *p, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= n || i >= j)
    return;
  float dx = p[i].x - p[j].x, dy = p[i].y - p[j].y;
  d[pair(n, i, j)] = sqrtf(dx * dx + dy * dy);
}
