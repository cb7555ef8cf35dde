// expect: verified
//--local_size=[16,16] --num_groups=[*,*]
// Red and black in place: each launch changes the points of one colour.
__global__ void relax(float *u, const float *f, int n, int m, int colour) {
  int x = blockIdx.x * blockDim.x + threadIdx.x + 1;
  int y = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (x >= n - 1 || y >= m - 1)
    return;
  if (((x + y) & 1) == colour) {
    float s = u[y * n + x - 1] + u[y * n + x + 1] + u[(y - 1) * n + x] + u[(y + 1) * n + x];
    u[y * n + x] = 0.25f * (s - f[y * n + x]);
  }
}
