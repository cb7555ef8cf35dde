// expect: verified
//--local_size=8 --num_groups=1
// A field of no bits ends the unit: what follows is another memory location.
struct Pair {
  unsigned a : 20;
  unsigned : 0;
  unsigned b : 20;
};

__global__ void bitfield_five_bytes(Pair *p) {
  int t = threadIdx.x;
  if (t == 0)
    p[0].a = 3;
  if (t == 1)
    p[0].b = 4;
}
