// expect: verified
//--block-dim=1024 --grid-dim=2147483647
// A counter of 64 bits for about 2^41 threads.

__global__ void k(unsigned long long *counter, int *out) {
  const unsigned long long i = atomicAdd(counter, 1ull);
  out[i] = blockIdx.x;
}
