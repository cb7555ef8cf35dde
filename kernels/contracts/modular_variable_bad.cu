// expect halves (function): verified
// expect all: assertion
//--blockDim=64 --gridDim=4 --no-inline
// That it is half of the other is nothing that the contract says.
__device__ void halves(int n, int *less) {
  __requires(n >= 0);
  __writes_to(less);
  __ensures(*less <= n && *less >= 0);
  *less = n / 2;
}
__global__ void all(int *a) {
  int less = 0, i = blockIdx.x * 64 + threadIdx.x;
  halves(i, &less);
  __assert(less == i / 2); /*@assert*/
  a[i] = less;
}
