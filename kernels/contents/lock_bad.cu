// expect: assertion
//--blockDim=32 --gridDim=2
// Between the two times at which it holds the lock, another thread has held it.

__global__ void k(int *lock, int *p) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (atomicCAS(lock, 0, 1) == 0) {
    __threadfence();
    *p = t;
    __threadfence();
    atomicExch(lock, 0);
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      assert(*p == t); /*@assert*/
      __threadfence();
      atomicExch(lock, 0);
    }
  }
}
