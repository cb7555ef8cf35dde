// expect: verified
//--local_size=8 --num_groups=1
// A thread beyond which the table is filled with zeros; then all read two cells.
__global__ void k(const int *p, int *o) {
  __shared__ int t[8];
  int v = threadIdx.x < 5 ? p[threadIdx.x] : 0;
  t[threadIdx.x] = v;
  __syncthreads();
  int n = t[2] + t[7];
  for (int i = 0; i < n; i++) {
    __syncthreads();
    o[threadIdx.x] = i;
  }
}
