// expect: verified
//--local_size=2 --num_groups=32
// A packed row of three bytes: each thread its own structure, which it copies to another.

struct __attribute__((packed)) Packed {
  unsigned char tag;
  unsigned a : 7, b : 9, c : 8;
};

__global__ void bitfield_row_packed(Packed *p, Packed *q) {
  const int i = blockIdx.x * 2 + threadIdx.x;
  p[i].b = 3;
  q[i] = p[i];
}
