// expect: verified
//--local_size=4 --num_groups=1
// A sum of 10^24 unsigned bytes, twice: it does not come below zero.

#define LOOP(x) for (int x = 0; x < 1000000 && x < n; ++x)

__kernel void k(__global int *out, __global const uchar *data, int n) {
  const int id = get_local_id(0);
  long v = 0;
  for (int i = 0; i < n; ++i) {
    if (v < 0)
      out[0] = id;
    LOOP(a) LOOP(b) LOOP(c) LOOP(e)
      v += data[a + b + c + e];
    LOOP(p) LOOP(q) LOOP(r) LOOP(s)
      v += data[p + q + r + s];
  }
}
