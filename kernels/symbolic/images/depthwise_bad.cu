// expect: race
//--local_size=[16,16] --num_groups=[*,*,*]
// The results have the pitch of what they would be without a border.
template <int K>
__global__ void depthwise(float *out, const float *in, const float *filter, int width, int height) {
  const int ow = width - K + 1;
  const int oh = height - K + 1;
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int c = blockIdx.z;
  if (x < width && y < oh) {
    float acc = 0;
#pragma unroll
    for (int i = 0; i < K; ++i)
      for (int j = 0; j < K; ++j)
        acc += filter[(c * K + i) * K + j] * in[(c * height + y + i) * width + x + j];
    out[(c * oh + y) * ow + x] = acc; /*@race*/
  }
}
template __global__ void depthwise<3>(float *, const float *, const float *, int, int);
