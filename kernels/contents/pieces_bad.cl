// expect: race
//--local_size=64 --num_groups=4
// The third byte is 2, not 3.

kernel void k(global uchar *p, global int *out, int n) {
  int t = get_global_id(0);
  for (int i = 0; i < n; ++i) {
    *(global uint *)(p + 4 * t) = 0x01020304;
    out[p[4 * t + 2] == 3 ? t : 0] = t; /*@race*/
  }
}
