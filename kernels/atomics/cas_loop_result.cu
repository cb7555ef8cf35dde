// expect: verified
//--block-dim=16 --grid-dim=2
// tolerated: a plain read that a swap checks
// What was read counts once the swap has found it in memory.

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

__global__ void k(double *sum, double *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = add(sum, 1.0);
}
