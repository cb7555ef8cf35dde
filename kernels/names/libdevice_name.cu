// expect: unsupported
//--local_size=8 --num_groups=1
// A name of CUDA's device library that the source declares itself, with a type of its own.

extern "C" __device__ float __nv_sinf(float *x);

__global__ void libdevice_name(float *p) {
  p[threadIdx.x] = __nv_sinf(p); /*@unsupported*/
}
