// expect: verified
//--local_size=256 --num_groups=*
// Swaps neighbours, a thread for each pair.
#define SWAP(x, y) \
  do { int t = x; x = y; y = t; } while (0)
__global__ void swap_pairs(int *a, int n) {
  int i = 2 * (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i + 1 < n) {
    SWAP(a[i], a[i + 1]);
  }
}
