// expect: verified
//--local_size=64 --num_groups=4
// What the first thread of a warp has decided decides for all of them.
__global__ void first_lane(const int *in, int *out) {
  __shared__ int s[64];
  int t = threadIdx.x, v = in[blockIdx.x * 64 + t];
  if (__shfl_sync(0xffffffffu, v, 0) > 0) {
    s[t] = v;
    __syncwarp();
    v = s[t ^ 1];
  }
  out[blockIdx.x * 64 + t] = v;
}
