// expect: divergence
//--local_size=64 --num_groups=2
// Half of a warp computes a matrix.
#include <mma.h>
using namespace nvcuda::wmma;
__global__ void matrix_divergent(const float *a, const float *b, float *d) {
  fragment<matrix_a, 16, 16, 8, precision::tf32, row_major> x;
  fragment<matrix_b, 16, 16, 8, precision::tf32, col_major> y;
  fragment<accumulator, 16, 16, 8, float> sum;
  load_matrix_sync(x, a, 8);
  load_matrix_sync(y, b, 8);
  for (int i = 0; i < x.num_elements; ++i)
    x.x[i] = __float_to_tf32(x.x[i]);
  fill_fragment(sum, 0.0f);
  if (threadIdx.x % 32 < 16)
    mma_sync(sum, x, y, sum); /*@divergence*/
  store_matrix_sync(d + (blockIdx.x * 2 + threadIdx.x / 32) * 256, sum, 16, mem_row_major);
}
