// expect: verified
//--local_size=64 --num_groups=1
// Of a function that some threads call: what the call would pass to the others.
void f(global int *a, int x, int n) {
  for (int i = 0; i < n; ++i)
    a[x] = i;
  __function_wide_invariant(x < 64);
}
kernel void k(global int *a, int n) {
  int l = get_local_id(0);
  if (l < 32)
    f(a, l, n);
}
