// expect: unsupported
//--local_size=8 --num_groups=1
// The name begins like OpenCL's vload.

extern __device__ int vload_tile(int *p, int n);

__global__ void extern_vload(int *p) {
  p[1 + threadIdx.x] = vload_tile(p, 3); /*@unsupported*/
}
