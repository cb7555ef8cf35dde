// expect: unsupported
//--blockDim=64 --gridDim=1
// The twin of spec_pointer.cu with a reference.
__device__ void __spec_alloc(int *&out) { __writes_to(&out); }
__global__ void k(int *a) {
  int *r = a;
  __spec_alloc(r);
  if (r != nullptr)
    r[threadIdx.x] = threadIdx.x;
}
