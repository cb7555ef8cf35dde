// expect: race
//--local_size=256 --num_groups=*
// The helper takes the planes for squares.
struct Cell {
  int x, y, z;
};
struct Box {
  int nx, ny, nz;
  __device__ int size() const { return nx * ny * nz; }
  __device__ Cell cell(int i) const {
    Cell c;
    c.x = i % nx;
    c.y = i / nx % ny;
    c.z = i / (nx * nx);
    return c;
  }
  __device__ int at(int x, int y, int z) const { return (z * ny + y) * nx + x; }
};
__global__ void sharpen(float *out, const float *in, Box box) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= box.size())
    return;
  Cell c = box.cell(i);
  float sum = 0;
  for (int z = max(c.z - 1, 0); z <= min(c.z + 1, box.nz - 1); ++z)
    for (int y = max(c.y - 1, 0); y <= min(c.y + 1, box.ny - 1); ++y)
      for (int x = max(c.x - 1, 0); x <= min(c.x + 1, box.nx - 1); ++x)
        sum += in[box.at(x, y, z)];
  out[box.at(c.x, c.y, c.z)] = in[i] - sum / 27; /*@race*/
}
