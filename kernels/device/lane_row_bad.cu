// expect: race
// Lanes are counted through the rows of a block, of which the kernel speaks.

__global__ void lanes(int *d) {
  int lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  if (threadIdx.y < 1000)
    d[blockIdx.x * blockDim.x + threadIdx.x] = lane; /*@race*/
}
