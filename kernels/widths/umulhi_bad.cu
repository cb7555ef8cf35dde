// expect: race
//--block-dim=256 --grid-dim=1
// The upper half of the product is half the id.

__global__ void k(int *out) {
  const unsigned i = threadIdx.x << 16;
  out[__umulhi(i, 0x8000u)] = threadIdx.x;
}
