// expect: assertion
//--blockDim=64 --gridDim=4 --no-inline
// What compares pointers is inlined: on its own it would not know the null that its caller passes.
__device__ int there(const int *p) {
  __ensures(__return_val_int() == 1); /*@assert*/
  __ensures(__read_implies(p, __read_offset_bytes(p) % 4 == 0));
  return p != nullptr ? 1 + 0 * p[0] : 0;
}
__global__ void all(int *a, int c) {
  int r = there(c ? a + 256 : nullptr);
  a[blockIdx.x * 64 + threadIdx.x] = r;
}
