// expect: race
//--local_size=128 --num_groups=*
// The last row is put one place too early.
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
    rows[i] = u[i]; /*@race*/
    rows[nx - 1 + i] = u[(ny - 1) * pitch + i]; /*@race*/
  }
}
