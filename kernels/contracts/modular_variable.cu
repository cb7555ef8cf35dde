// expect: verified
//--blockDim=64 --gridDim=4 --no-inline
// A variable of the caller is what the contract says, behind the call.
__device__ void halves(int n, int *less) {
  __requires(n >= 0);
  __writes_to(less);
  __ensures(*less <= n && *less >= 0);
  *less = n / 2;
}
__global__ void all(int *a) {
  int less = 0, i = blockIdx.x * 64 + threadIdx.x;
  halves(i, &less);
  __assert(0 <= less && less <= i);
  a[i] = less;
}
