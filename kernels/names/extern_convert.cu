// expect: unsupported
//--local_size=8 --num_groups=1
// No conversion of OpenCL's: a function of another file.

extern __device__ int convert_all(int *p);

__global__ void extern_convert(int *p) {
  p[1 + threadIdx.x] = convert_all(p); /*@unsupported*/
}
