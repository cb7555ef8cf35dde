// expect: verified
//--local_size=64 --num_groups=2
// Bytes change places, and come back.
__global__ void bytes(int *p) {
  const unsigned t = threadIdx.x;
  const unsigned high = __byte_perm(t, 0, 0x0444);
  p[64 * blockIdx.x + (high >> 24)] = t;
  p[128 + 64 * blockIdx.x + (__builtin_bswap32(t) >> 24)] = t;
}
