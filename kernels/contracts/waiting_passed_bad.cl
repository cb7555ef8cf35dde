// expect: assertion
//--local_size=64 --num_groups=1
// Twin: who does not call it would pass more.
void f(global int *a, int x, int n) {
  for (int i = 0; i < n; ++i)
    a[x] = i;
  __function_wide_invariant(x < 32); /*@assert*/
}
kernel void k(global int *a, int n) {
  int l = get_local_id(0);
  if (l < 32)
    f(a, l, n);
}
