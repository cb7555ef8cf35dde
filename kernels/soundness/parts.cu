// expect: verified
//--local_size=* --num_groups=*
// A row and a column, each below its number, say which thread.
__global__ void k(int *out, int n, int width, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && stride >= width && width > 0) {
    int row = i / width, column = i % width;
    out[row * stride + column] = i;
  }
}
