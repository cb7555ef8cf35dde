// expect: verified
//--local_size=32 --num_groups=1
// The warp has stored all before its threads read rows of it.
#include <mma.h>
#include <cuda_bf16.h>
using namespace nvcuda::wmma;
__global__ void matrix_own_part(const __nv_bfloat16 *a, float *d) {
  __shared__ float s[512];
  fragment<matrix_a, 16, 16, 16, __nv_bfloat16, row_major> x;
  fragment<matrix_b, 16, 16, 16, __nv_bfloat16, row_major> y;
  fragment<accumulator, 16, 16, 16, float> sum;
  load_matrix_sync(x, a, 16);
  load_matrix_sync(y, a, 16);
  fill_fragment(sum, 1.0f);
  mma_sync(sum, x, y, sum);
  store_matrix_sync(s, sum, 16, mem_row_major);
  __syncwarp();
  if (threadIdx.x < 16)
  for (int i = 0; i < 16; ++i)
    d[threadIdx.x * 16 + i] = s[threadIdx.x * 16 + i];
}
