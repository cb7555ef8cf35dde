// expect: race
//--local_size=[32,8] --num_groups=[*,*,*]
// The height of a plane forgets the border at the bottom.
__global__ void pad(float *out, const float *in, int h, int w, int top, int left, int bottom, int right, float value) {
  if (top < 0 || left < 0 || bottom < 0 || right < 0)
    return;
  const int ph = h + top;
  const int pw = left + w + right;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int plane = blockIdx.z;
  if (x >= pw || y >= top + h + bottom)
    return;
  const int sx = x - left, sy = y - top;
  const bool inside = sx >= 0 && sx < w && sy >= 0 && sy < h;
  out[(plane * ph + y) * pw + x] = inside ? in[(plane * h + sy) * w + sx] : value; /*@race*/
}
