// expect: verified
//--local_size=64 --num_groups=1
// Functions with a barrier inside, taken by all threads alike.
typedef void (*Step)(int *, int);

__device__ void left(int *p, int i) {
  int v = p[(i + 1) % 64];
  __syncthreads();
  p[i] = v;
}

__device__ void own(int *p, int i) { p[i] = i; }

__device__ void apply(Step step, int *p, int i) { step(p, i); }

__global__ void function_pointer_barrier(int *p, int mode) {
  apply(mode == 0 ? left : own, p, threadIdx.x);
  __syncthreads();
  apply(left, p, threadIdx.x);
}
