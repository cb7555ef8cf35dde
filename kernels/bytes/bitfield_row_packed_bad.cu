// expect: race
//--local_size=2 --num_groups=32
// A packed row of three bytes: one thread writes the last byte, another copies the structure.

struct __attribute__((packed)) Packed {
  unsigned char tag;
  unsigned a : 7, b : 9, c : 8;
};

__global__ void bitfield_row_packed(Packed *p, Packed *q) {
  if (threadIdx.x == 0)
    p[blockIdx.x].c = 3; /*@race*/
  else
    q[blockIdx.x] = p[blockIdx.x]; /*@race*/
}
