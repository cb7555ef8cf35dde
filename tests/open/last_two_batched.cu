// expect: verified
// today: unknown (no answer within the time: products of unsigned sizes may wrap around)
//--local_size=* --num_groups=*
// Transposes the last two axes of a batch of matrices, in size_t.
__global__ void transpose_batch(double *out, const double *in, unsigned batch, unsigned rows, unsigned cols) {
  size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  size_t area = (size_t)rows * cols;
  if (rows == 0 || cols == 0 || i >= area * batch)
    return;
  size_t m = i / area;
  size_t r = i % area / cols;
  size_t c = i % area % cols;
  out[m * area + c * rows + r] = in[i];
}
