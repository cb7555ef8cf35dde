// expect: race
//--local_size=256 --num_groups=*
// The second plane begins in the first.
__global__ void planes_of(unsigned char *planes, const uchar3 *rgb, size_t pixels) {
  const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i >= pixels || pixels > (1ull << 40))
    return;
  const uchar3 c = rgb[i];
  unsigned char *r = planes;
  unsigned char *g = r + pixels / 2;
  unsigned char *b = g + pixels;
  r[i] = c.x; /*@race*/
  g[i] = c.y; /*@race*/
  b[i] = c.z;
}
