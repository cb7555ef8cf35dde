// expect: race
//--local_size=64 --num_groups=4
// Each thread that has something speaks for its warp.
__global__ void leader(const int *in, int *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  unsigned who = __ballot_sync(0xffffffffu, in[t] > 0);
  if (who >> lane & 1)
    out[t / 32] = t; /*@race*/
}
