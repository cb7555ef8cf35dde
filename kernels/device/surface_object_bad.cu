// expect: race
//--local_size=[16,4] --num_groups=[2,2]
// x counts bytes, which is forgotten: the elements overlap.

__global__ void invert(cudaSurfaceObject_t in, cudaSurfaceObject_t out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  uchar4 v;
  surf2Dread(&v, in, x * sizeof(uchar4), y);
  v.x = 255 - v.x;
  surf2Dwrite(v, out, x, y); /*@race*/
}
