// expect: unsupported
//--local_size=64 --num_groups=1
// Refused in a function that is called, too.
void h(int c, int n, global int *r) {
  c = n;
  for (int j = 0; j < n; ++j)
    r[0] = c;
  __function_wide_invariant(c == 8);
}
kernel void k(global int *a, int n) { h(7, n, a + get_local_id(0)); }
