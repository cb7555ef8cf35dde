// expect: verified
//--local_size=160 --num_groups=2
// A warp brings tiles for four others; barriers have names.
__device__ void full_sync() { asm volatile("bar.sync 1, 160;" ::: "memory"); }
__device__ void full_arrive() { asm volatile("bar.arrive 1, 160;" ::: "memory"); }
__device__ void empty_sync() { asm volatile("bar.sync 2, 160;" ::: "memory"); }
__device__ void empty_arrive() { asm volatile("bar.arrive 2, 160;" ::: "memory"); }
__global__ void named_warps(const float *in, float *out, int n) {
  __shared__ float tile[128];
  const int t = threadIdx.x, warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
  if (warp == 4) {
    for (int i = 0; i < n; ++i) {
      empty_sync();
      for (int j = lane; j < 128; j += 32)
        tile[j] = in[i * 128 + j];
      full_arrive();
    }
  } else {
    float sum = 0;
    empty_arrive();
    for (int i = 0; i < n; ++i) {
      full_sync();
      for (int j = 0; j < 128; ++j)
        sum += tile[(j + t) & 127];
      empty_arrive();
    }
    out[blockIdx.x * 128 + t] = sum;
  }
}
