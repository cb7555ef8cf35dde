// expect: verified
//--local_size=8 --num_groups=1
// Units of three bytes side by side: no write touches a fourth one.
struct __attribute__((packed)) Pair {
  unsigned a : 12;
  unsigned b : 12;
};

__global__ void bitfield_packed(Pair *p) {
  int t = threadIdx.x;
  p[t].a = 3;
  p[t].b = p[t].a + 1;
}
