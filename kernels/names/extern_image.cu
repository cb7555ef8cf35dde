// expect: unsupported
//--local_size=8 --num_groups=1
// No property of an image, as in OpenCL: a function of another file.

extern __device__ int get_image_pixel(int *image);

__global__ void extern_image(int *p) {
  p[1 + threadIdx.x] = get_image_pixel(p); /*@unsupported*/
}
