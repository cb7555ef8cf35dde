// expect: unsupported
//--local_size=8 --num_groups=1
// No function of a vector: it gets a pointer and may write there.

extern __device__ void normalize(float *v);

__global__ void extern_normalize(float *p) {
  normalize(p); /*@unsupported*/
}
