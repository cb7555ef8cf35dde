// expect: race
//--local_size=[32,8] --num_groups=[*,*]
// The pitch of the result is checked against the columns, not the rows.
__global__ void transpose(float *odata, size_t opitch, const float *idata, size_t ipitch, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols)
    return;
  if (opitch < cols || opitch > 0x7fffffff)
    return;
  odata[col * opitch + row] = idata[row * ipitch + col]; /*@race*/
}
