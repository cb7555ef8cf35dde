// expect: race
//--local_size=[32,4] --num_groups=[*,*]
// All rows of a plane of the result are one.
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
    out[z * plane + x] = below - 2 * here + above; /*@race*/
    below = here;
    here = above;
  }
}
