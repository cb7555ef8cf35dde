// expect: verified
//--local_size=4 --num_groups=1
// Multiples of 2^61 leave the lower bits alone.

__kernel void k(__global int *out, __global const int *data, ulong a, int n) {
  const int id = get_local_id(0);
  ulong v = (a << 62) + id;
  for (int i = 0; i < n; ++i) {
    out[(uint)v] = id;
    if (data[i] > 0)
      v += 1ul << 61;
  }
}
