// expect: verified
//--local_size=128 --num_groups=*
// [batch, token, 3, head, dim] to [3, batch, head, token, dim], as attention wants its input.
__global__ void transpose_qkv(float *out, const float *in, int batch, int tokens, int heads, int dim) {
  const int total = batch * tokens * 3 * heads * dim;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < total; i += blockDim.x * gridDim.x) {
    int rest = i;
    const int d = rest % dim;
    rest /= dim;
    const int h = rest % heads;
    rest /= heads;
    const int m = rest % 3;
    rest /= 3;
    const int t = rest % tokens;
    const int b = rest / tokens;
    out[(((m * batch + b) * heads + h) * tokens + t) * dim + d] = in[i];
  }
}
