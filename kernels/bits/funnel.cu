// expect: verified
//--local_size=32 --num_groups=2
// Rotations are permutations.
__global__ void funnel(int *p) {
  const unsigned t = threadIdx.x;
  const unsigned r = __funnelshift_l(t, t, 5);
  p[32 * blockIdx.x + (r >> 5)] = t;
}
