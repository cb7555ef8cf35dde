// expect: race
//--block-dim=8 --grid-dim=*
// Eight tickets from zero on, modulo seven; other places of the array are taken with bits.
__global__ void k(unsigned *in, unsigned *out) {
  __shared__ unsigned a[8], next;
  unsigned t = threadIdx.x;
  if (t == 0)
    next = 0;
  __syncthreads();
  if (in[blockIdx.x * 8 + t] > 0)
    a[atomicAdd(&next, 1u) % 7] = t; /*@race*/
  __syncthreads();
  a[(t * 11 ^ 1) % 8] = t;
  __syncthreads();
  out[blockIdx.x * 8 + t] = a[t];
}
