// expect: divergence
//--local_size=64 --num_groups=1
// As many come as the mask names, but they are the others.
__global__ void mask_other_half(int *o) {
  const int t = threadIdx.x;
  if (t % 32 >= 16)
    o[t] = __shfl_xor_sync(0xffff, t, 1); /*@divergence*/
  __syncthreads();
}
