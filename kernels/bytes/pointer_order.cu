// expect: verified
//--blockDim=64 --gridDim=2
__global__ void pointer_order(int *out, unsigned long x) {
  char *p = (char *)x, *q = (char *)0x10000;
  if (p >= q && x < 0x10000)
    out[0] = threadIdx.x;
}
