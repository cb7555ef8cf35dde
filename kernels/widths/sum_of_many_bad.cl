// expect: race
//--local_size=4 --num_groups=1
// The base is a sum of eight parameters times 2^62: none of it can be told from zero, once its multiples are cut to 64 bits.

__kernel void k(__global int *out, __global const int *data, ulong a, ulong b, ulong c, ulong e, ulong f, ulong g, ulong h, ulong j, int n) {
  const int id = get_local_id(0);
  ulong v = (a << 62) + (b << 62) + (c << 62) + (e << 62) + (f << 62) + (g << 62) + (h << 62) + (j << 62);
  for (int i = 0; i < n; ++i) {
    out[(v >> 61) + 8] = id;
    if (data[i] > 0)
      v += 1ul << 61;
  }
}
