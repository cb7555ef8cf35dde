// expect: race
//--local_size=[16,16] --num_groups=[4,4]
// The tile is filled anew while others still read it.

constexpr int R = 2;
__constant__ float coefficient[R + 1];

template <int W, int H>
__device__ void planes(float *out, const float *in, int pitch, int rows, int depth) {
  __shared__ float tile[H + 2 * R][W + 2 * R];
  const int x = threadIdx.x, y = threadIdx.y;
  const int tx = x + R, ty = y + R;
  const int plane = pitch * rows;
  int i = (blockIdx.y * H + ty) * pitch + blockIdx.x * W + tx;
  float ahead[R], behind[R], current;
  for (int k = R - 2; k >= 0; --k) {
    behind[k] = in[i];
    i += plane;
  }
  current = in[i];
  int o = i;
  i += plane;
  for (int k = 0; k < R; ++k) {
    ahead[k] = in[i];
    i += plane;
  }
  for (int z = 0; z < depth; ++z) {
#pragma unroll
    for (int k = R - 1; k > 0; --k)
      behind[k] = behind[k - 1];
    behind[0] = current;
    current = ahead[0];
#pragma unroll
    for (int k = 0; k < R - 1; ++k)
      ahead[k] = ahead[k + 1];
    ahead[R - 1] = in[i];
    i += plane;
    o += plane;
    if (y < R) {
      tile[y][tx] = in[o - R * pitch];
      tile[y + H + R][tx] = in[o + H * pitch];
    }
    if (x < R) {
      tile[ty][x] = in[o - R];
      tile[ty][x + W + R] = in[o + W];
    }
    tile[ty][tx] = current;
    __syncthreads();
    float v = coefficient[0] * current;
#pragma unroll
    for (int k = 1; k <= R; ++k)
      v += coefficient[k] * (ahead[k - 1] + behind[k - 1] +
                             tile[ty - k][tx] + tile[ty + k][tx] + tile[ty][tx - k] + tile[ty][tx + k]); /*@race*/
    out[o] = v;
  }
}

__global__ void stencil_3d_queue(float *out, const float *in, int depth) {
  planes<16, 16>(out, in, 72, 72, depth);
}
