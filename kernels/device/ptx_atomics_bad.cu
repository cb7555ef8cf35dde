// expect: race
//--local_size=64 --num_groups=4
// Atomic among the threads of a block only.

__global__ void draw(unsigned *counter, unsigned *most, unsigned *p) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned place;
  asm volatile("atom.relaxed.cta.global.add.u32 %0, [%1], 1;" : "=r"(place) : "l"(counter) : "memory"); /*@race*/
  asm volatile("red.global.max.u32 [%0], %1;" ::"l"(most), "r"(i) : "memory");
  p[place] = i;
}
