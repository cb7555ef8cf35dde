// expect: race
//--local_size=128 --num_groups=*
// Two digits are swapped on the way out, but not their strides.
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
    out[(((m * batch + b) * heads + t) * tokens + h) * dim + d] = in[i]; /*@race*/
  }
}
