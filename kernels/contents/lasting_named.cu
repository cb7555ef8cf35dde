// expect: verified
//--blockDim=64 --gridDim=1
// Between two named barriers the other warp writes elsewhere.

__global__ void k(int *g) {
  int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    g[lane] = 1;
    asm volatile("bar.sync 1, 64;" ::: "memory");
    asm volatile("bar.sync 2, 64;" ::: "memory");
    int x = g[lane];
    __assert(x == 1);
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    g[lane + 32] = 2;
    asm volatile("bar.sync 2, 64;" ::: "memory");
  }
}
