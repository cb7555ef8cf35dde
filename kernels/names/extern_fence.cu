// expect: unsupported
//--local_size=8 --num_groups=1
// No fence: a function of another file, which gets a pointer.

extern __device__ void mem_fence(int *p);

__global__ void extern_fence(int *p) {
  mem_fence(p); /*@unsupported*/
}
