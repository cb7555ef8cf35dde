// expect: race
//--local_size=8 --num_groups=1
// Fields of one unit, written by two threads; the union's other view does not part them.
union Word {
  struct {
    unsigned a : 5;
    unsigned b : 11;
  } f;
  unsigned short w;
};

__global__ void bitfield_union(Word *p) {
  int t = threadIdx.x;
  if (t == 0)
    p[0].f.a = 3;
  if (t == 1)
    p[0].f.b = 2;
}
