// expect: bounds
//--blockDim=64 --gridDim=1
// A pointer whose bytes are overwritten leads nobody knows where; it is not null for that.
__global__ void pointer_overwritten(int *a, const long long *x, int n) {
  int *r[2] = {a, a};
  reinterpret_cast<long long *>(r)[n] = x[threadIdx.x];
  if (r[1] != nullptr)
    r[1][threadIdx.x] = threadIdx.x; /*@bounds*/
}
