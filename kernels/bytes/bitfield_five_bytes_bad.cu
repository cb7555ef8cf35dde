// expect: race
//--local_size=8 --num_groups=1
// Two fields of twenty bits share a unit of five bytes.
struct __attribute__((packed)) Pair {
  unsigned long long a : 20;
  unsigned long long b : 20;
};

__global__ void bitfield_five_bytes(Pair *p) {
  int t = threadIdx.x;
  if (t == 0)
    p[0].a = 3;
  if (t == 1)
    p[0].b = 4;
}
