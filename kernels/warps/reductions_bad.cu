// expect: divergence
//--local_size=64 --num_groups=2
__global__ void reductions(const int *in, unsigned *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, v = in[t], all = 0;
  unsigned bits = __match_any_sync(0xffffffffu, v) ^ __match_all_sync(0xffffffffu, v, &all);
  int least = __reduce_min_sync(0xffffffffu, v), most = __reduce_max_sync(0xffffffffu, v);
  if (v == most)
    bits += __reduce_or_sync(0xffffffffu, bits) + all; /*@divergence*/
  out[t] = bits + __all_sync(0xffffffffu, v > 2);
}
