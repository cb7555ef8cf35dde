// expect: verified
//--block-dim=64 --grid-dim=4
// An assertion of a host function that does not hold spoils that function; those outside of functions hold.
#define BLOCK 64
static_assert(BLOCK % 32 == 0, "whole warps only");
template <int N> struct rows {
  static_assert(N > 0, "some rows");
  static constexpr int count = N;
};
void host() { static_assert(sizeof(void *) == 4, "not on this machine"); }
__global__ void fill(int *a) { a[blockIdx.x * BLOCK + threadIdx.x] = rows<2>::count; }
