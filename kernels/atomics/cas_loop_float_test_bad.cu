// expect: race
//--block-dim=16 --grid-dim=2
// Zero and minus zero are equal as floats: the loop ends without a swap, with what was read.

__global__ void k(float *a, float *out) {
  int *p = (int *)a;
  int old = *p; /*@race*/
  int assumed;
  do {
    assumed = old;
    old = atomicCAS(p, assumed, __float_as_int(1.0f + __int_as_float(assumed)));
  } while (__int_as_float(assumed) != __int_as_float(old));
  out[blockIdx.x * blockDim.x + threadIdx.x] = __int_as_float(assumed);
}
