// expect: unsupported
//--blockDim=64 --gridDim=1
// Likewise of a structure that is passed in memory.
struct P { int x; int y[7]; };
__device__ int f(P p) {
  __ensures(__return_val_int() == p.x);
  p.x = 7;
  return 7;
}
__global__ void k(int *a, int n) {
  P p = {n, {1}};
  a[threadIdx.x] = f(p);
}
