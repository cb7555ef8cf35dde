// expect: race
//--local_size=[*,1,1] --num_groups=[*,*,*]
// Columns go up to the pitch, and one beyond: the last column of a row is the first of the next.
__global__ void k(float *out, int rows, int pitch, int planes) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y, z = blockIdx.z;
  if (x <= pitch && y < rows && z < planes && pitch > 0)
    out[(z * rows + y) * pitch + x] = x; /*@race*/
}
