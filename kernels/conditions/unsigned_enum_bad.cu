// expect: race
//--block-dim=256 --grid-dim=*
// `n >= 0` holds for all numbers of the enumeration's type.
enum Count : unsigned short { None };

__global__ void upper(int *d, Count n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned j = (short)n < 0 ? 0 : i;
  d[j] = i; /*@race*/
}
