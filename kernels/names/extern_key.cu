// expect: unsupported
//--local_size=8 --num_groups=1
// A function of another file whose name begins like OpenCL's as_type: it may write to what it is given.

extern __device__ unsigned long as_key(int *p);

__global__ void extern_key(int *p) {
  p[1 + threadIdx.x] = as_key(p) & 1; /*@unsupported*/
}
