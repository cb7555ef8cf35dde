// expect: verified
//--local_size=32 --num_groups=2
// The same in 64 bits, above a bit that all threads share.
__global__ void reversed_long(int *p) {
  unsigned long long t = threadIdx.x;
  p[32 * blockIdx.x + (__brevll(t) >> 59)] = 1;
}
