// expect: race
//--local_size=256 --num_groups=*
// A thread for each element, which swaps with the one behind it.
#define SWAP(x, y) \
  do { int t = x; x = y; y = t; } while (0)
__global__ void swap_pairs(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) {
    SWAP(a[i], a[i + 1]); /*@race*/
  }
}
