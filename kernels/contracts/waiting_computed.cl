// expect: unsupported
//--local_size=64 --num_groups=1
// A parameter of a call that not all threads make, which is what only these have read.
void f(global int *a, int x, int n) {
  for (int i = 0; i < n; ++i)
    a[get_local_id(0)] = i;
  __function_wide_invariant(x < 32);
}
kernel void k(global int *a, global const int *b, int n) {
  int l = get_local_id(0);
  if (l < 32)
    f(a, b[l], n);
}
