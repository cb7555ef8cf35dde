// expect: divergence
//--local_size=64 --num_groups=*
// Who has nothing to do goes to the barrier of the block: the others of the warp wait for it in vain.
__global__ void early_exit(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, v = 0;
  if (i < n)
    v = __shfl_down_sync(0xffffffffu, in[i], 1); /*@divergence*/
  __syncthreads();
  if (i < n)
    out[i] = v;
}
