// expect: verified
//--local_size=* --num_groups=*
// Sizes in a structure, the digits in another, by helpers: (n, c, h, w) to (c, n, w, h).
struct Shape {
  int n, c, h, w;
};
struct Index {
  int n, c, h, w;
};
__device__ Index unravel(int i, const Shape &s) {
  Index at;
  at.w = i % s.w;
  i /= s.w;
  at.h = i % s.h;
  i /= s.h;
  at.c = i % s.c;
  at.n = i / s.c;
  return at;
}
__device__ int ravel_cnwh(const Index &at, const Shape &s) {
  int i = at.c;
  i = i * s.n + at.n;
  i = i * s.w + at.w;
  i = i * s.h + at.h;
  return i;
}
__global__ void permute(float *out, const float *in, Shape s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < s.n * s.c * s.h * s.w)
    out[ravel_cnwh(unravel(i, s), s)] = in[i];
}
