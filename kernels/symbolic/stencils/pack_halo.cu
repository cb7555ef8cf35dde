// expect: verified
//--local_size=128 --num_groups=*
// Copies the four edges of a plane to a buffer for the neighbours: left, right, top, bottom.
__global__ void pack_halo(float *buffer, const float *u, int nx, int ny, int pitch) {
  if (nx < 1 || ny < 1)
    return;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < ny) {
    buffer[i] = u[i * pitch];
    buffer[ny + i] = u[i * pitch + nx - 1];
  }
  if (i < nx) {
    float *rows = buffer + 2 * ny;
    rows[i] = u[i];
    rows[nx + i] = u[(ny - 1) * pitch + i];
  }
}
