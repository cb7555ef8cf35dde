// expect: verified
//--blockDim=64 --gridDim=1
__global__ void k() { __assert(__float_as_int(expf(1.0f)) == __float_as_int(expf(1.0f))); }
