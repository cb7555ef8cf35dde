// expect: verified
//--local_size=2 --num_groups=32
// A width of zero ends a row of bit-fields: what stands behind is another place.

struct Flags {
  unsigned a : 7, b : 9;
  unsigned : 0;
  unsigned c : 8;
};

__global__ void bitfield_row(Flags *f) {
  if (threadIdx.x == 0)
    f[blockIdx.x].a = 1;
  else
    f[blockIdx.x].c = 2;
}
