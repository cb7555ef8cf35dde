// expect: verified
//--local_size=[*,*] --num_groups=[*,*,*]
// A causal mask on scores (head, query, key), in place; a query may see the keys up to its own.
__global__ void causal_mask(float *scores, int queries, int keys, int offset) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int q = blockIdx.y * blockDim.y + threadIdx.y;
  int head = blockIdx.z;
  if (k >= keys || q >= queries)
    return;
  float *s = scores + (long long)head * queries * keys + (long long)q * keys + k;
  *s = k > q + offset ? -INFINITY : *s;
}
