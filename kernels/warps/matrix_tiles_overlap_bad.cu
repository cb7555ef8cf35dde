// expect: race
//--local_size=128 --num_groups=[3,2]
// The tiles of the grid lie closer than they are wide: those of neighbours overlap.
#include <mma.h>
using namespace nvcuda;
#define N 64
#define ROW 24
__global__ void matrix_tiles(const half *a, const half *b, float *d, float alpha) {
  __shared__ half left[16][ROW];
  __shared__ float out[4][16 * ROW];
  const unsigned t = threadIdx.x, warp = t / 32, lane = t % 32;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum, before;
  wmma::fill_fragment(sum, 0.0f);
  for (int k = 0; k < N; k += 16) {
    for (int i = t; i < 256; i += 128)
      left[i / 16][i % 16] = a[(blockIdx.y * 16 + i / 16) * N + k + i % 16];
    __syncthreads();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> y;
    wmma::load_matrix_sync(x, &left[0][0], ROW);
    wmma::load_matrix_sync(y, b + ((blockIdx.x * 4 + warp) * 16) * N + k, N);
    for (int i = 0; i < x.num_elements; ++i)
      x.x[i] = x.x[i] + x.x[i];
    wmma::mma_sync(sum, x, y, sum);
    __syncthreads();
  }
  wmma::store_matrix_sync(out[warp], sum, ROW, wmma::mem_row_major);
  __syncwarp();
  for (int i = lane; i < 256; i += 32)
    out[warp][i / 16 * ROW + i % 16] *= alpha;
  __syncwarp();
  wmma::load_matrix_sync(before, out[warp], ROW, wmma::mem_row_major);
  for (int i = 0; i < before.num_elements; ++i)
    before.x[i] += sum.x[i];
  wmma::store_matrix_sync(d + blockIdx.y * 16 * 192 + (blockIdx.x * 4 + warp) * 15, before, 192, wmma::mem_row_major); /*@race*/
}
