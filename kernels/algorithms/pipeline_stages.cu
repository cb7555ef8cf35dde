// expect: verified
//--local_size=64 --num_groups=4
// Prefetching two rounds ahead into a ring of three stages, whose counters start anew at the end of the ring.

__global__ void pipeline_stages(const float *in, float *out, int rounds) {
  constexpr int Stages = 3;
  __shared__ float ring[Stages][64];
  const int t = threadIdx.x;
  for (int s = 0; s < Stages - 1; ++s)
    ring[s][t] = in[s * 64 + t];
  int now = 0, ahead = Stages - 1;
  float sum = 0.0f;
  for (int r = 0; r < rounds; ++r) {
    __syncthreads();
    sum += ring[now][t ^ 1];
    ring[ahead][t] = in[(r + Stages - 1) * 64 + t];
    if (++now == Stages)
      now = 0;
    ahead = ahead + 1 == Stages ? 0 : ahead + 1;
  }
  out[blockIdx.x * 64 + t] = sum;
}
