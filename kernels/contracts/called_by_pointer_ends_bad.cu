// expect: assertion
//--blockDim=64 --gridDim=1
// What is called through a pointer may end the thread: not all pass behind it.
__device__ void g() { asm volatile("exit;"); }
__device__ void h() {}
__global__ void k(int *a) {
  int l = threadIdx.x, x = 0;
  void (*f)() = l > 40 ? g : h;
  f();
  x = 1;
  __global_assert(x == 1); /*@assert*/
  a[l] = x;
}
