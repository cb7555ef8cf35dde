// expect: verified
//--local_size=64 --num_groups=*
// Who has nothing to do ends; the others of the warp go on without it.
__global__ void early_exit(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = __shfl_down_sync(0xffffffffu, in[i], 1);
  __syncwarp();
  out[i] = v;
}
