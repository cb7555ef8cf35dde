// expect: assertion
//--blockDim=64 --gridDim=1
// Each device computes it as precisely as it likes.
__global__ void k() { __assert(expf(1.0f) == 2.718281828459045f); /*@assert*/ }
