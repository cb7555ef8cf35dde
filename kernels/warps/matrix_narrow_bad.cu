// expect: race
//--local_size=32 --num_groups=1
// Rows of sixteen, eight apart, lie on each other.
#include <mma.h>
using namespace nvcuda::wmma;
__global__ void matrix_narrow(const signed char *a, const signed char *b, int *d) {
  fragment<matrix_a, 16, 16, 16, signed char, row_major> x;
  fragment<matrix_b, 16, 16, 16, signed char, row_major> y;
  fragment<accumulator, 16, 16, 16, int> sum;
  load_matrix_sync(x, a, 16);
  load_matrix_sync(y, b, 16);
  fill_fragment(sum, 0);
  mma_sync(sum, x, y, sum);
  store_matrix_sync(d, sum, 8, mem_row_major); /*@race*/
}
