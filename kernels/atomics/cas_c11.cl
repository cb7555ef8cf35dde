// expect: verified
//--local_size=16 --num_groups=2
// tolerated: a plain read that a swap checks
// compare_exchange puts what it found into what was expected.

__kernel void k(volatile __global atomic_int *count) {
  int expected = *(volatile __global int *)count;
  while (!atomic_compare_exchange_strong(count, &expected, expected + 1))
    ;
}
