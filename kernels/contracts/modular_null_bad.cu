// expect: assertion
//--blockDim=64 --gridDim=4 --no-inline
// What compares pointers is inlined: on its own it would not know the null that its caller passes.
__device__ int there(int *p) {
  __ensures(__return_val_int() == 1); /*@assert*/
  return p != nullptr;
}
__global__ void all(int *a) {
  __assert(there(nullptr) == 1);
  a[blockIdx.x * 64 + threadIdx.x] = 1;
}
