// expect: divergence
//--local_size=64 --num_groups=4
// Each pair of threads decides for itself.
__global__ void first_lane(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, v = in[blockIdx.x * 64 + t];
  if (__shfl_sync(0xffffffffu, v, t ^ 1) > 0) {
    s[t] = v;
    __syncwarp(); /*@divergence*/
    v = s[t ^ 1];
  }
  out[blockIdx.x * 64 + t] = v;
}
