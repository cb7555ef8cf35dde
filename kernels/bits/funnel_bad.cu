// expect: race
//--local_size=32 --num_groups=2
// Shifted back by one bit too many.
__global__ void funnel(int *p) {
  const unsigned t = threadIdx.x;
  const unsigned r = __funnelshift_l(0, t, 5);
  p[32 * blockIdx.x + (r >> 6)] = t; /*@race*/
}
