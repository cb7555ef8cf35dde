// expect: race
//--local_size=64 --num_groups=4
// The counter of the stage to fill starts anew one round late, and meets the other one.

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
    sum += ring[now][t ^ 1]; /*@race*/
    ring[ahead][t] = in[(r + Stages - 1) * 64 + t]; /*@race*/
    if (++now == Stages)
      now = 0;
    ahead = ahead == Stages ? 0 : ahead + 1;
  }
  out[blockIdx.x * 64 + t] = sum;
}
