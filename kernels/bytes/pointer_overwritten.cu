// expect: verified
//--blockDim=64 --gridDim=1
// Overwritten and written again, it is a pointer.
__global__ void pointer_overwritten(int *a, const long long *x, int n) {
  int *r[2] = {a, a};
  reinterpret_cast<long long *>(r)[n & 1] = x[threadIdx.x];
  r[0] = r[1] = a;
  if (r[n & 1] != nullptr)
    r[n & 1][threadIdx.x] = threadIdx.x;
}
