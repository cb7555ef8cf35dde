// expect: verified
//--local_size=64 --num_groups=4
// Atomics in assembly: a counter hands out places; a reduction without a result.

__global__ void draw(unsigned *counter, unsigned *most, unsigned *p) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned place;
  asm volatile("atom.relaxed.gpu.global.add.u32 %0, [%1], 1;" : "=r"(place) : "l"(counter) : "memory");
  asm volatile("red.global.max.u32 [%0], %1;" ::"l"(most), "r"(i) : "memory");
  p[place] = i;
}
