// expect: race
//--block-dim=1024 --grid-dim=2147483647
// Its tickets cut to 32 bits.

__global__ void k(unsigned long long *counter, int *out) {
  const unsigned long long i = atomicAdd(counter, 1ull);
  out[(unsigned)i] = blockIdx.x;
}
