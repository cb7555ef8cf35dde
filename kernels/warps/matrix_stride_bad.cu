// expect: race
//--local_size=64 --num_groups=1
// The stride is that of one tile, where two lie side by side: rows of the second are those of the first.
#include <mma.h>
namespace wmma = nvcuda::wmma;
__global__ void matrix_stride(const double *a, double *d) {
  const int warp = threadIdx.x / 32;
  wmma::fragment<wmma::accumulator, 8, 8, 4, double> c;
  wmma::load_matrix_sync(c, a, 8, wmma::mem_col_major);
  wmma::store_matrix_sync(d + 8 * warp, c, 8, wmma::mem_col_major); /*@race*/
}
