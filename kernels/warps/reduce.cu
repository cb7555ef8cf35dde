// expect: verified
//--local_size=256 --num_groups=8
// The usual reduction: within warps by shuffles, across them through shared memory.
__device__ float of_warp(float v) {
  for (int offset = 16; offset > 0; offset /= 2)
    v += __shfl_down_sync(0xffffffffu, v, offset);
  return v;
}
__global__ void reduce(const float *in, float *out, int n) {
  __shared__ float part[32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float v = of_warp(i < n ? in[i] : 0);
  if (lane == 0)
    part[warp] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / 32 ? part[lane] : 0;
  if (warp == 0)
    v = of_warp(v);
  if (threadIdx.x == 0)
    out[blockIdx.x] = v;
}
