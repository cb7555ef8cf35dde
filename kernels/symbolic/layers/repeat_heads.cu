// expect: verified
//--local_size=64 --num_groups=*
// Repeats each of the few heads of the keys for all queries that share it.
__global__ void repeat_kv(float *out, const float *in, int heads, int repeats, int size) {
  // in: (heads, size), out: (heads, repeats, size)
  if (heads < 1 || repeats < 1 || size < 1)
    return;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= heads * size)
    return;
  int h = i / size, k = i % size;
  float v = in[i];
  for (int r = 0; r < repeats; ++r)
    out[(h * repeats + r) * size + k] = v;
}
