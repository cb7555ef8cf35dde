// expect: verified
//--local_size=[*,*,*] --num_groups=[*,*,*]
// Seven points of a box, a thread for each; rows and planes have pitches that are checked.
#define AT(x, y, z) ((z) * plane + (y) * row + (x))
__global__ void jacobi(double *next, const double *now, const double *source, int nx, int ny, int nz, int row,
                       int plane) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (row < nx || plane < row * ny)
    return;
  if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1)
    next[AT(x, y, z)] = (now[AT(x - 1, y, z)] + now[AT(x + 1, y, z)] + now[AT(x, y - 1, z)] +
                         now[AT(x, y + 1, z)] + now[AT(x, y, z - 1)] + now[AT(x, y, z + 1)] -
                         source[(z * ny + y) * nx + x]) / 6.0;
}
