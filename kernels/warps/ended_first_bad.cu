// expect: divergence
//--local_size=64 --num_groups=1
// The thread that all ask may have ended: what each gets is not known.
__global__ void ended_first(int *a, int n) {
  __shared__ int s[128];
  int t = threadIdx.x, l = t & 31;
  if (l < 8) {
    s[64 + t] = 1;
    if (n == 3)
      return;
  }
  int v = __shfl_sync(~0u, l & 1, 0);
  if (v == 1)
    __syncwarp(); /*@divergence*/
  a[t] = 1;
}
