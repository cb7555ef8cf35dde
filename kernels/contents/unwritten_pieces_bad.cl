// expect: race
//--local_size=64 --num_groups=1
// The same of bytes.

kernel void k(global int *out, int n) {
  local uint a[64];
  int t = get_local_id(0);
  if (n > 5)
    a[t] = 1;
  uchar x = ((local uchar *)a)[4 * t], y = ((local uchar *)a)[4 * t];
  if (x != y)
    out[0] = t; /*@race*/
}
