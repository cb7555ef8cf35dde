// expect: verified
//--local_size=64 --num_groups=1
// The thread that all ask is there.
__global__ void ended_first(int *a, int n) {
  __shared__ int s[128];
  int t = threadIdx.x, l = t & 31;
  if (l < 8) {
    s[64 + t] = 1;
  }
  int v = __shfl_sync(~0u, l & 1, 0);
  if (v == 1)
    __syncwarp();
  a[t] = 1;
}
