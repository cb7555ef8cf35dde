// expect: verified
//--block-dim=16 --grid-dim=2
// tolerated: a plain read that a swap checks
// The first read is plain: what it reads is checked by the swap.

__device__ double add(double *a, double v) {
  unsigned long long *p = (unsigned long long *)a;
  unsigned long long old = *p;
  unsigned long long assumed;
  do {
    assumed = old;
    old = atomicCAS(p, assumed, __double_as_longlong(v + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}

__global__ void k(double *sum) {
  add(sum, 1.0);
}
