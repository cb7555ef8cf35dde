// expect: race
//--blockDim=64 --gridDim=2
// Addresses that are numbers are ordered as unsigned ones.
__global__ void pointer_order(int *out, unsigned long x) {
  char *p = (char *)x, *q = (char *)0x10000;
  if (p >= q && (long)x < 0)
    out[0] = threadIdx.x; /*@race*/
}
