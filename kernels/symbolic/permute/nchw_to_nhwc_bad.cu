// expect: race
//--local_size=256 --num_groups=*
// The plane is taken modulo the width, not the height.
__global__ void nchw_to_nhwc(const float *__restrict__ src, float *__restrict__ dst, int N, int C, int H, int W) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx >= N * C * H * W)
    return;
  int w = idx % W;
  int t = idx / W;
  int h = t % W;
  t = t / H;
  int c = t % C;
  int n = t / C;
  dst[((n * H + h) * W + w) * C + c] = src[idx]; /*@race*/
}
