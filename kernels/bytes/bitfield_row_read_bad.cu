// expect: race
//--local_size=2 --num_groups=32
// A bit-field is read, and its neighbour written.

struct Flags {
  unsigned a : 16, c : 8;
};

__global__ void bitfield_row_read(Flags *f, unsigned *out) {
  if (threadIdx.x == 0)
    f[blockIdx.x].a = 1; /*@race*/
  else
    out[blockIdx.x] = f[blockIdx.x].c; /*@race*/
}
