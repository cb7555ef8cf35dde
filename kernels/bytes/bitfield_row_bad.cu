// expect: race
//--local_size=2 --num_groups=32
// Adjacent bit-fields are one place, whatever bytes they have.

struct Flags {
  unsigned a : 7, b : 9, c : 8;
};

__global__ void bitfield_row(Flags *f) {
  if (threadIdx.x == 0)
    f[blockIdx.x].a = 1; /*@race*/
  else
    f[blockIdx.x].c = 2; /*@race*/
}
