// expect: race
//--local_size=[16,4] --num_groups=1
// The row above is read from the surface that is written.

__global__ void smear(cudaSurfaceObject_t s) {
  const int x = threadIdx.x, y = threadIdx.y;
  const float4 v = surf2Dread<float4>(s, x * 16, y + 1); /*@race*/
  surf2Dwrite(v, s, x * 16, y);                          /*@race*/
}
