// expect: divergence
//--local_size=64 --num_groups=1
// Half of each warp calls what the mask says that all call.
__global__ void divergent(int *p) {
  int v = p[threadIdx.x];
  if (threadIdx.x % 32 < 16)
    v = __shfl_xor_sync(0xffffffffu, v, 1); /*@divergence*/
  p[threadIdx.x] = v;
}
