// expect: verified
//--local_size=64 --num_groups=8
// A radix-2 butterfly at distance 32: 512 threads, 1024 complex numbers in place.
#define HALF 32

__kernel void fft_step(__global float2 *a) {
  const int i = get_global_id(0);
  const int k = i % HALF;
  const int p = i / HALF * (2 * HALF) + k;
  const float angle = -3.14159265f * (float)k / (float)HALF;
  const float2 w = (float2)(cos(angle), sin(angle));
  const float2 u = a[p], v = a[p + HALF];
  const float2 t = (float2)(w.x * v.x - w.y * v.y, w.x * v.y + w.y * v.x);
  a[p] = u + t;
  a[p + HALF] = u - t;
}
