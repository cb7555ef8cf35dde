// expect: verified
//--local_size=256 --num_groups=*
// Running sums of each row, chunk by chunk; the block's sum is carried to the next chunk.
__global__ void row_scan(float *out, const float *in, int cols) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  const float *from = in + (long long)blockIdx.x * cols;
  float *to = out + (long long)blockIdx.x * cols;
  float carry = 0;
  for (int base = 0; base < cols; base += 256) {
    s[t] = base + t < cols ? from[base + t] : 0;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
      float add = t >= d ? s[t - d] : 0;
      __syncthreads();
      s[t] += add;
      __syncthreads();
    }
    if (base + t < cols)
      to[base + t] = carry + s[t];
    carry += s[255];
    __syncthreads();
  }
}
