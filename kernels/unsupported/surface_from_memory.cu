// expect: unsupported
//--local_size=64 --num_groups=1
// Surfaces that lie in memory may be one or several.

__global__ void levels(cudaSurfaceObject_t *s, int n) {
  surf2Dwrite(1.0f, s[threadIdx.x % n], 4 * threadIdx.x, 0); /*@unsupported*/
}
