// expect: verified
//--local_size=[*,1,1] --num_groups=[*,*,*]
// Columns below the pitch, rows below their number.
__global__ void k(float *out, int rows, int pitch, int planes) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, z = blockIdx.z;
  if (x < pitch && y < rows && z < planes)
    out[(z * rows + y) * pitch + x] = x;
}
