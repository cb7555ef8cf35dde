// expect: unsupported
//--local_size=8 --num_groups=1
// No step function of numbers: it gets a pointer.

extern __device__ int step(int *state);

__global__ void extern_step(int *p) {
  p[1 + threadIdx.x] = step(p); /*@unsupported*/
}
