// expect: unsupported
//--blockDim=64 --gridDim=1
// In a function that is called through a pointer, an annotation about two threads.
__device__ void g(int *a, int l) {
  int x = 0;
  if (l < 32) {
    x = 1;
    __assert(__other_int(x) == 1);
  }
  a[l] = x;
}
__global__ void k(int *a) {
  void (*f)(int *, int) = g;
  f(a, threadIdx.x);
}
