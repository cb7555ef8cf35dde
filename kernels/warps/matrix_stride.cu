// expect: verified
//--local_size=64 --num_groups=1
// Two tiles side by side, columns of sixteen.
#include <mma.h>
namespace wmma = nvcuda::wmma;
__global__ void matrix_stride(const double *a, double *d) {
  const int warp = threadIdx.x / 32;
  wmma::fragment<wmma::accumulator, 8, 8, 4, double> c;
  wmma::load_matrix_sync(c, a, 8, wmma::mem_col_major);
  wmma::store_matrix_sync(d + 8 * warp, c, 16, wmma::mem_col_major);
}
