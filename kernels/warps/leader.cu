// expect: verified
//--local_size=64 --num_groups=4
// The first thread of a warp that has something speaks for it; each finds out by itself who that is.
__global__ void leader(const int *in, int *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  unsigned who = __ballot_sync(0xffffffffu, in[t] > 0);
  if (lane == __ffs(who) - 1)
    out[t / 32] = t;
  if ((who >> lane & 1) != 0 && in[t] <= 0)
    out[t / 64 + 1000] = t; // never
}
