// expect: verified
//--local_size=8 --num_groups=1
// The fields are bits of the word.
union Word {
  struct {
    unsigned a : 5;
    unsigned b : 11;
  } f;
  unsigned short w;
};

__global__ void bitfield_union(Word *p, int *o) {
  int t = threadIdx.x;
  Word u;
  u.w = 0;
  u.f.a = 3;
  u.f.b = 2;
  p[t].f.a = t;
  o[u.w == 67 ? t : 0] = t;
}
