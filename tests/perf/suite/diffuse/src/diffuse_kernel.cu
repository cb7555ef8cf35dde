// Included by diffuse.cu, and no whole file without it: the header is included there.
__global__ void diffuse(const cell *from, cell *to, int columns, float rate) {
  __shared__ cell tile[BLOCK][BLOCK];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int x = blockIdx.x * BLOCK + tx, y = blockIdx.y * BLOCK + ty;
  tile[ty][tx] = from[AT(y, x)];
  __syncthreads();
  const cell left = tx > 0 ? tile[ty][tx - 1] : tile[ty][tx];
  to[AT(y, x)] = tile[ty][tx] + rate * (left - tile[ty][tx]);
}

__global__ void turn(const cell *from, cell *to, int columns) {
  const int x = blockIdx.x * BLOCK + threadIdx.x, y = blockIdx.y * BLOCK + threadIdx.y;
  to[AT(x, y)] = from[AT(y, x)];
}
