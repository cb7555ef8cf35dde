// expect: race
//--local_size=64 --num_groups=2
// The selected byte is one of the second word, which is 0.
__global__ void bytes(int *p) {
  const unsigned t = threadIdx.x;
  const unsigned high = __byte_perm(t, 0, 0x4000);
  p[64 * blockIdx.x + (high >> 24)] = t; /*@race*/
}
