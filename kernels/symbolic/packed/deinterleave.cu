// expect: verified
//--local_size=256 --num_groups=*
// Splits triples of colours into three planes of one array.
__global__ void planes_of(unsigned char *planes, const uchar3 *rgb, size_t pixels) {
  const size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i >= pixels || pixels > (1ull << 40))
    return;
  const uchar3 c = rgb[i];
  unsigned char *r = planes;
  unsigned char *g = r + pixels;
  unsigned char *b = g + pixels;
  r[i] = c.x;
  g[i] = c.y;
  b[i] = c.z;
}
