// expect: race
//--local_size=8 --num_groups=1
// Bit-fields side by side are one memory location: each write reads and writes all three bytes of their unit.
struct __attribute__((packed)) Pair {
  unsigned a : 12;
  unsigned b : 12;
};

__global__ void bitfield_packed(Pair *p) {
  int t = threadIdx.x;
  if (t == 0)
    p[0].a = 3;
  if (t == 1)
    p[0].b = 4;
}
