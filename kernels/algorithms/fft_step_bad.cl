// expect: race
//--local_size=64 --num_groups=8
// The blocks of butterflies are not spread: the upper half of one block is the lower half of the next.
#define HALF 32

__kernel void fft_step(__global float2 *a) {
  const int i = get_global_id(0);
  const int k = i % HALF;
  const int p = i / HALF * HALF + k;
  const float2 u = a[p], v = a[p + HALF];
  a[p] = u + v;
  a[p + HALF] = u - v;
}
