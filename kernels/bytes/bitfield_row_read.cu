// expect: verified
//--local_size=2 --num_groups=32
// A member between two bit-fields makes them two places.

struct Flags {
  unsigned a : 16;
  unsigned short between;
  unsigned c : 8;
};

__global__ void bitfield_row_read(Flags *f, unsigned *out) {
  if (threadIdx.x == 0)
    f[blockIdx.x].a = 1;
  else
    out[blockIdx.x] = f[blockIdx.x].c;
}
