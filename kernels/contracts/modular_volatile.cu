// expect: verified
//--blockDim=64 --gridDim=4 --no-inline
// What is read may change between two reads: the function is inlined.
__device__ int same(volatile int *p) {
  __ensures(__return_val_int() == 0);
  __ensures(__read_implies(p, __read_offset_bytes(p) % 4 == 0));
  int x = p[0];
  return 0 * x;
}
__global__ void all(int *a) {
  a[blockIdx.x * 64 + threadIdx.x] = same(a + blockIdx.x * 64 + threadIdx.x);
}
