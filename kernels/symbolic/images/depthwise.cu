// expect: verified
//--local_size=[16,16] --num_groups=[*,*,*]
// A depthwise convolution, a plane for each z; K is known when compiled.
template <int K>
__global__ void depthwise(float *out, const float *in, const float *filter, int width, int height) {
  const int ow = width - K + 1;
  const int oh = height - K + 1;
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int c = blockIdx.z;
  if (x < ow && y < oh) {
    float acc = 0;
#pragma unroll
    for (int i = 0; i < K; ++i)
      for (int j = 0; j < K; ++j)
        acc += filter[(c * K + i) * K + j] * in[(c * height + y + i) * width + x + j];
    out[(c * oh + y) * ow + x] = acc;
  }
}
template __global__ void depthwise<3>(float *, const float *, const float *, int, int);
