// expect: unsupported
//--local_size=64 --num_groups=1
// A loop with two entries has no head of which it could be an invariant.
kernel void k(global int *a, int n) {
  int i = 0, g = get_local_id(0);
  if (n > 5)
    goto middle;
top:
  if (i >= n)
    goto end;
  a[g] = i;
middle:
  ++i;
  goto top;
end:;
  __function_wide_invariant(n == 12345);
}
