// expect: unsupported
//--local_size=64 --num_groups=4
// Warp votes.

__global__ void ballot(const int *in, unsigned *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = __ballot_sync(0xffffffffu, in[i] > 0); /*@unsupported*/
}
