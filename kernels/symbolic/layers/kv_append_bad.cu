// expect: race
//--local_size=128 --num_groups=[*,*]
// The step may go past the capacity, into the next head.
__global__ void kv_append(float *cache, const float *k, int heads, int capacity, int dim, int filled, int steps) {
  if (filled < 0 || dim < 1 || steps < 1 || filled >= capacity)
    return;
  if (heads < 1)
    return;
  const int head = blockIdx.x % heads;
  const int batch = blockIdx.x / heads;
  float *to = cache + ((long long)(batch * heads + head) * capacity + filled) * dim;
  const float *from = k + (long long)(batch * heads + head) * steps * dim;
  for (int s = blockIdx.y; s < steps; s += gridDim.y)
    for (int d = threadIdx.x; d < dim; d += blockDim.x)
      to[s * dim + d] = from[s * dim + d]; /*@race*/
}
