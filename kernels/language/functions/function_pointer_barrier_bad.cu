// expect: divergence
//--local_size=64 --num_groups=1
// Threads call different functions through one pointer, and one of them has a barrier.
typedef void (*Step)(int *, int);

__device__ void left(int *p, int i) {
  __syncthreads(); /*@divergence*/
  p[i] = i;
}

__device__ void own(int *p, int i) { p[i] = i; }

__device__ void apply(Step step, int *p, int i) { step(p, i); }

__global__ void function_pointer_barrier(int *p) {
  apply(threadIdx.x < 32 ? left : own, p, threadIdx.x);
}
