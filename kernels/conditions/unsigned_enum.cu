// expect: verified
//--block-dim=256 --grid-dim=*
// The twin: no number of the enumeration's type is below 0, and none is asked to be.
enum Count : unsigned short { None };

__global__ void whole(int *d, Count n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned j = (int)n < 0 ? 0 : i;
  d[j] = i;
}
