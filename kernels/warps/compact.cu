// expect: verified
//--local_size=64 --num_groups=4
// Each thread that has something writes behind those before it: the bits of the ballot below its own, counted.
__global__ void compact(const int *in, int *out, int *count) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  bool mine = in[t] > 0;
  unsigned who = __ballot_sync(0xffffffffu, mine);
  if (mine)
    out[t - lane + __popc(who & ((1u << lane) - 1))] = in[t];
  if (lane == 0)
    count[t / 32] = __popc(who);
}
