// expect: verified
//--local_size=[32,4] --num_groups=[*,*]
// Rotary embedding into a buffer where heads and tokens have strides, as in a joined projection; these are checked.
struct Strides {
  int token, head;
};
__global__ void rope_strided(float *out, Strides stride, const float *in, int tokens, int heads, int dim, float base) {
  if (dim < 2 || stride.head < dim || stride.token < heads * stride.head)
    return;
  const int t = blockIdx.x;
  const int h = blockIdx.y * blockDim.y + threadIdx.y;
  if (t >= tokens || h >= heads)
    return;
  const int half = dim / 2;
  float *to = out + t * stride.token + h * stride.head;
  const float *from = in + (t * heads + h) * dim;
  for (int i = threadIdx.x; i < dim; i += 32) {
    const float angle = t * powf(base, -(float)(i % half) / half);
    const float other = i < half ? -from[i + half] : from[i - half];
    to[i] = from[i] * cosf(angle) + other * sinf(angle);
  }
}
