// expect: verified
//--local_size=32 --num_groups=1
// The lowest bit of a shifted mask.
__global__ void first_set(int *p) {
  const unsigned lane = threadIdx.x;
  p[__ffs(0xffffffffu << lane) - 1] = lane;
  p[32 + __ffsll(1ll << (lane + 20))] = lane;
}
