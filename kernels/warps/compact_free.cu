// expect: verified
//--local_size=* --num_groups=*
// The block's size is anything; the list of each warp has 32 places.
__global__ void compact_free(const int *in, int *out) {
  const unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const bool mine = in[blockIdx.x * blockDim.x + threadIdx.x] != 0;
  const unsigned who = __ballot_sync(0xffffffffu, mine);
  if (mine)
    out[(size_t)blockIdx.x * 1024 + warp * 32 + __popc(who & ~(0xffffffffu << lane))] = lane;
}
