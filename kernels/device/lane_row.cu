// expect: verified
// The twin, which speaks of x alone.

__global__ void lanes(int *d) {
  int lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  if (threadIdx.x < 1000)
    d[blockIdx.x * blockDim.x + threadIdx.x] = lane;
}
