// expect: verified
//--block-dim=1 --grid-dim=1
// Each operation, one after the other.

__global__ void k(unsigned *a, int *b) {
  atomicExch(&a[0], 5u);
  const unsigned after_exchange = atomicAdd(&a[0], 3u);
  const unsigned after_add = atomicSub(&a[0], 2u);
  const unsigned after_sub = atomicInc(&a[0], 6u);
  const unsigned after_inc = atomicInc(&a[0], 6u);
  const unsigned after_another = atomicDec(&a[0], 9u);
  const unsigned after_dec = atomicCAS(&a[0], 0u, 12u);
  const unsigned after_swap = atomicCAS(&a[0], 9u, 13u);
  __assert(after_exchange == 5u);
  __assert(after_add == 8u);
  __assert(after_sub == 6u);
  __assert(after_inc == 0u);
  __assert(after_another == 1u);
  __assert(after_dec == 0u);
  __assert(after_swap == 12u);
  const unsigned last = a[0];
  __assert(last == 12u);
  b[1] = -4;
  atomicMax(&b[1], -2);
  atomicMin(&b[1], 7);
  const int other = b[1];
  __assert(other == -2);
}
