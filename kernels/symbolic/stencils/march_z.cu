// expect: verified
//--local_size=[32,4] --num_groups=[*,*]
// A thread goes up a column of planes and keeps three of them in registers; strides as size_t.
__global__ void march(float *__restrict__ out, const float *__restrict__ in, unsigned nx, unsigned ny, unsigned nz) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= nx || y >= ny || nx > 4096 || ny > 4096 || nz > 4096 || nz < 3)
    return;
  const size_t plane = (size_t)nx * ny;
  const float *from = in + (size_t)y * nx + x;
  float *to = out + (size_t)y * nx + x;
  float below = from[0], here = from[plane];
  for (unsigned z = 1; z < nz - 1; ++z) {
    float above = from[(z + 1) * plane];
    to[z * plane] = below - 2 * here + above;
    below = here;
    here = above;
  }
}
