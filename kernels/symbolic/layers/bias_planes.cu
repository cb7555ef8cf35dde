// expect: verified
//--local_size=256 --num_groups=*
// A bias for each channel, in place, four numbers at a time.
__global__ void add_bias(float *x, const float *bias, int channels, int area) {
  const int c = blockIdx.x;
  if (c >= channels || area < 0 || area % 4)
    return;
  float4 *plane = (float4 *)(x + (size_t)c * area);
  const float b = bias[c];
  for (int i = threadIdx.x; i < area / 4; i += blockDim.x) {
    float4 v = plane[i];
    v.x += b;
    v.y += b;
    v.z += b;
    v.w += b;
    plane[i] = v;
  }
}
