// expect: verified
//--local_size=[64,2] --num_groups=[4,4] -DN=200
// Warps whose tile lies outside leave; those that stay have no more than their own, in a matrix with any stride.
#include <mma.h>
using namespace nvcuda;
__global__ void matrix_early_exit(const half *a, const half *b, float *d) {
  const unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / warpSize * 32, column = (blockIdx.y * blockDim.y + threadIdx.y) * 8;
  if (row >= N || column >= N)
    return;
  wmma::fragment<wmma::matrix_a, 32, 8, 16, half, wmma::col_major> x;
  wmma::fragment<wmma::matrix_b, 32, 8, 16, half, wmma::row_major> y;
  wmma::fragment<wmma::accumulator, 32, 8, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int k = 0; k < N; k += 16) {
    wmma::load_matrix_sync(x, a + k * 256 + row, 256);
    wmma::load_matrix_sync(y, b + k * 256 + column, 256);
    wmma::mma_sync(sum, x, y, sum);
  }
  wmma::store_matrix_sync(d + column * 256 + row, sum, 256, wmma::mem_col_major);
}
