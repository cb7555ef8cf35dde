// expect: race
//--local_size=64 --num_groups=1
// A field of two bits: ids that differ in the third one meet.

__global__ void swap_fields(unsigned *p) {
  const unsigned i = threadIdx.x;
  unsigned low, high, place, bytes, same;
  asm("bfe.u32 %0, %1, 0, 3;" : "=r"(low) : "r"(i));
  asm("bfe.u32 %0, %1, 3, 2;" : "=r"(high) : "r"(i));
  asm("bfi.b32 %0, %1, %2, 3, 3;" : "=r"(place) : "r"(low), "r"(high));
  asm("prmt.b32 %0, %1, %2, 0x7650;" : "=r"(bytes) : "r"(place), "r"(0)); // the lowest byte of it, and zeros
  asm("lop3.b32 %0, %1, %2, %3, 0xf0;" : "=r"(same) : "r"(bytes), "r"(low), "r"(high)); // the first of the three
  p[same] = i; /*@race*/
}
