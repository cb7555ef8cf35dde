// expect: unsupported
//--local_size=64 --num_groups=1
// What lies beyond the border is written at the border.

__global__ void clamp(cudaSurfaceObject_t s) {
  surf1Dwrite(1.0f, s, 4 * threadIdx.x, cudaBoundaryModeClamp); /*@unsupported*/
}
