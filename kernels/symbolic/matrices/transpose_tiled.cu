// expect: verified
//--local_size=[32,8] --num_groups=[*,*]
// Transposition by tiles of 32 by 32; each thread has four rows.
template <typename T>
__global__ void transpose_tiled(T *out, const T *in, int width, int height) {
  constexpr int TILE = 32;
  constexpr int ROWS = 8;
  __shared__ T tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x;
  int y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < width && y + j < height)
      tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * width + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < height && y + j < width)
      out[(y + j) * height + x] = tile[threadIdx.x][threadIdx.y + j];
}
template __global__ void transpose_tiled<float>(float *, const float *, int, int);
