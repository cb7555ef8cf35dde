// expect: unsupported
//--local_size=8 --num_groups=1
// CUDA has no builtin prefetch.

extern __device__ void prefetch(int *p);

__global__ void extern_prefetch(int *p) {
  prefetch(p); /*@unsupported*/
}
