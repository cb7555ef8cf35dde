// expect: race
//--local_size=* --num_groups=*
// The row alone does not say which thread: the column is missing from the place.
__global__ void k(int *out, int n, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int row = i / width;
    out[row] = i % width; /*@race*/
  }
}
