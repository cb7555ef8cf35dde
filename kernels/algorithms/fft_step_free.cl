// expect: verified
//--local_size=64 --num_groups=8
// The butterfly at a distance 2^s given by a parameter.

__kernel void fft_step(__global float2 *a, int s) {
  __requires(0 <= s && s <= 9);
  const int i = get_global_id(0);
  const int k = i & ((1 << s) - 1);
  const int p = ((i >> s) << (s + 1)) + k;
  const float2 u = a[p], v = a[p + (1 << s)];
  a[p] = u + v;
  a[p + (1 << s)] = u - v;
}
