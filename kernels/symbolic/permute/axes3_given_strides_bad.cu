// expect: race
//--local_size=256 --num_groups=*
// Nothing says that a row fits its stride.
__global__ void permute(float *out, const float *in, int nx, int ny, int nz, int sx, int sy, int sz) {
  // out has the axes y, x, z, the last one the fastest
  if (nx < 0 || ny < 0 || nz < 0 || sz < 1)
    return;
  if (sy < nx * sx)
    return;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= nx * ny * nz)
    return;
  int z = i % nz;
  int y = (i / nz) % ny;
  int x = i / (nz * ny);
  out[y * sy + x * sx + z * sz] = in[i]; /*@race*/
}
