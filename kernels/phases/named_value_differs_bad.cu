// expect: divergence
//--block-dim=96 --grid-dim=1
// All read one cell at one place, in order with the write, but some before it and some behind it.
__global__ void k(int *out) {
  __shared__ int s;
  int w = threadIdx.x / 32;
  if (threadIdx.x == 64)
    s = 0;
  __syncthreads();
  if (w == 1)
    asm volatile("bar.sync 2, 64;" ::: "memory");
  int x = s;
  if (w == 0)
    asm volatile("bar.arrive 1, 64;" ::: "memory");
  if (w == 2) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    if (threadIdx.x == 64)
      s = 7;
    asm volatile("bar.arrive 2, 64;" ::: "memory");
  }
  if (x)
    __syncthreads(); /*@divergence*/
  out[threadIdx.x] = x;
}
