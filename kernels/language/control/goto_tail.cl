// expect: verified
//--local_size=64 --num_groups=4
// A goto out of nested conditions into a shared tail.

__kernel void goto_tail(__global int *a, int limit) {
  const int i = get_global_id(0);
  int v = a[i];
  if (v < 0)
    goto finish;
  if (v < limit) {
    v += 1;
    if (i == 3)
      goto finish;
    v *= 2;
  }
  v -= 1;
finish:
  a[i] = v;
}
