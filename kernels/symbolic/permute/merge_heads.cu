// expect: verified
//--local_size=64 --num_groups=[*,*]
// A block for each token and head; its threads stride over the head's elements.
__global__ void merge_heads(float *out, const float *in, int heads, int dim) {
  int token = blockIdx.x;
  int head = blockIdx.y;
  int tokens = gridDim.x;
  if (head >= heads)
    return;
  const float *from = in + ((long long)head * tokens + token) * dim;
  float *to = out + ((long long)token * heads + head) * dim;
  for (int d = threadIdx.x; d < dim; d += blockDim.x)
    to[d] = from[d];
}
