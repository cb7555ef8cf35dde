// expect: race
//--local_size=16 --num_groups=2
// A torn value may be zero, and the division is made before the swap can tell.

__kernel void k(volatile __global uint *a) {
  uint old = *a; /*@race*/
  uint assumed;
  do {
    assumed = old;
    old = atomic_cmpxchg(a, assumed, 1000u / assumed);
  } while (assumed != old);
}
