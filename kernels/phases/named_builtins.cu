// expect: verified
//--local_size=128 --num_groups=4
// Clang's builtins: one half writes, both wait.
__global__ void named_builtins(int *out) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  if (t < 64) {
    tile[t] = t;
    __nvvm_barrier_sync_cnt(1, 128);
  } else {
    __nvvm_barrier_sync_cnt(1, 128);
    out[blockIdx.x * 64 + t - 64] = tile[127 - t];
  }
  __nvvm_barrier_sync(2);
}
