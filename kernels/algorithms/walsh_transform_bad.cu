// expect: race
//--local_size=64 --num_groups=8
// The places are those of a transform with two values a thread: threads get in each other's way.

__global__ void walsh_transform(float *data) {
  extern __shared__ float s[];
  const int t = threadIdx.x, start = 256 * blockIdx.x;
  for (int p = t; p < 256; p += blockDim.x)
    s[p] = data[start + p];
  for (int stride = 64; stride > 0; stride >>= 2) {
    const int low = t & (stride - 1);
    float *const p = s + ((t - low) << 1) + low;
    __syncthreads();
    const float a = p[0], b = p[stride], c = p[2 * stride], d = p[3 * stride];
    p[0] = a + b + c + d;
    p[stride] = a - b + c - d;
    p[2 * stride] = a + b - c - d;
    p[3 * stride] = a - b - c + d;
  }
  __syncthreads();
  for (int p = t; p < 256; p += blockDim.x)
    data[start + p] = s[p];
}
