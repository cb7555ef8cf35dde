// expect: race
//--block-dim=16 --grid-dim=2
// The first read is the result, whatever the swap says.

__device__ double add(double *a, double v) {
  unsigned long long *p = (unsigned long long *)a;
  const unsigned long long first = *p; /*@race*/
  unsigned long long old = first;
  unsigned long long assumed;
  do {
    assumed = old;
    old = atomicCAS(p, assumed, __double_as_longlong(v + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(first);
}

__global__ void k(double *sum, double *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = add(sum, 1.0);
}
