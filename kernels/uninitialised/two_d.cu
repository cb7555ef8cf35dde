// expect: verified
//--local_size=[3,4] --num_groups=1
// A table of two dimensions, a cell a thread; then all read two of them.
__global__ void k(const int *p, int *o) {
  __shared__ int t[4][3];
  t[threadIdx.y][threadIdx.x] = p[threadIdx.y * 3 + threadIdx.x];
  __syncthreads();
  int n = t[3][2] + t[0][1];
  for (int i = 0; i < n; i++) {
    __syncthreads();
  }
}
