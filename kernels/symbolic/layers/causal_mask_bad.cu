// expect: race
//--local_size=[*,*] --num_groups=[*,*,*]
// The scores of a head have as many rows as keys.
__global__ void causal_mask(float *scores, int queries, int keys, int offset) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int q = blockIdx.y * blockDim.y + threadIdx.y;
  int head = blockIdx.z;
  if (k >= keys || q >= queries)
    return;
  float *s = scores + (long long)head * queries * queries + (long long)q * keys + k;
  *s = k > q + offset ? -INFINITY : *s; /*@race*/
}
